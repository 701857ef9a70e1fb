package core

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
)

// shownBytes is as much of a value as a finding quotes.
const shownBytes = 400

// Show is a value for a finding: as Go writes it, without its middle when it is long. Everything here is made up by chance, so
// that nothing is secret.
func Show(value cty.Value) string {
	if value == cty.NilVal {
		return "nothing"
	}
	return Shorten(fmt.Sprintf("%#v", value))
}

// Shorten leaves the middle out of a long text.
func Shorten(text string) string {
	if len(text) <= shownBytes {
		return text
	}
	half := shownBytes / 2
	return fmt.Sprintf("%s … %d bytes … %s", text[:half], len(text)-2*half, text[len(text)-half:])
}
