package generate

import (
	"strings"
)

const (
	byteOrderMark = "\ufeff"
	// largestText is 1 MiB, in bytes.
	largestText = 1 << 20
)

// heads are what a text begins with: what decoders, encoders and programs in JavaScript are known to trip over.
var heads = []string{
	"", "", "", byteOrderMark, byteOrderMark, "__proto__", "constructor", "toString", "hasOwnProperty", "null", "0", "-0", "true", "1e3",
	" ", "\n", "\t", "\x00", "\u2028", "\x7f", "é", "e\u0301", "ﬁ", "Å", "\u212b", "😀", "👩‍👩‍👧", "🇨🇭", "\U0010ffff", "\ufffe", "\uffff", "\ufffd",
	"\u202e", "한", "\u1112\u1161\u11ab", "${x}", "%{if}", `"`, `\`, `\ud800`, "<b>", "../", "name:", "alias:", "$^", "\r\n", "＿", "a\u0327\u0301",
}

// tails are what the rest of a text is made of.
var tails = []string{"a", "z", "0", "-", " ", "é", "e\u0301", "ü", "漢", "😀", byteOrderMark, "\x00", "\n", "\"", "\\", "_", "𝒳", "\u200d", "ß"}

// lengths are those around which encodings change: msgpack's headers, TextDecoder's short cut, protobuf's varints, HTTP/2 frames.
var lengths = []int{1, 2, 15, 16, 31, 32, 33, 127, 128, 199, 200, 201, 255, 256, 257, 1000, 4095, 4096, 16383, 16384, 16385}

// Text draws a text: mostly short, sometimes around a length where an encoding changes, rarely up to 700 KiB, which is what fits
// in a request of 1 MiB.
func (d Dice) Text() string {
	head := Pick(d, heads...)
	switch {
	case d.Chance(0.15):
		return head + d.filler(Pick(d, 65535, 65536, 65537, 262144, 500_000, 700_000))
	case d.Chance(12):
		return head + d.filler(Pick(d, lengths...))
	case d.Chance(10):
		return head + strings.Repeat(Pick(d, tails...), d.Between(190, 260))
	default:
		return head + d.filler(d.Between(0, 24))
	}
}

// FullText draws a text that is rarely 1 MiB long, which no request can hold.
func (d Dice) FullText() string {
	if d.Chance(0.05) {
		return Pick(d, heads...) + d.filler(largestText)
	}
	return d.Text()
}

// SomeText draws a text with at least one character.
func (d Dice) SomeText() string {
	return Pick(d, "", byteOrderMark) + "x" + d.Text()
}

// Secret draws a text that begins as any other and has a word in it that nobody else has: what must not come back.
func (d Dice) Secret(canary string) string {
	return Pick(d, heads...) + canary + d.Text()
}

// Word draws lowercase letters and digits.
func (d Dice) Word(length int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
	word := make([]byte, length)
	for i := range word {
		word[i] = letters[d.IntN(len(letters))]
	}
	return string(word)
}

// filler is about so many bytes of text. Long ones repeat a short pattern, which is quick to make.
func (d Dice) filler(bytes int) string {
	var pattern strings.Builder
	for range d.Between(1, 12) {
		pattern.WriteString(Pick(d, tails...))
	}
	if bytes < 64 {
		for pattern.Len() < bytes {
			pattern.WriteString(Pick(d, tails...))
		}
		return strings.ToValidUTF8(pattern.String()[:bytes], "")
	}
	text := strings.Repeat(pattern.String(), bytes/pattern.Len()+1)
	return strings.ToValidUTF8(text[:bytes], "")
}
