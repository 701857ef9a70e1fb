package generate

import (
	"math/big"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/core"
	"coffer.example/conformance/tfplugin6"
)

// numbers are those around which integers and doubles change.
var numbers = []string{
	"0", "1", "-1", "127", "128", "255", "256", "65535", "65536", "4294967295", "4294967296", "9007199254740991", "9007199254740992",
	"9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "0.1", "0.30000000000000004", "-0.1", "1.5", "0.3333333333333333333333333333", "1e100",
	"123456789012345678901234567890.123456789", "2147483647", "2147483648", "1e-30",
}

// Number draws a number: whole or broken, small or with 512 bits.
func (d Dice) Number() cty.Value {
	switch {
	case d.Chance(15):
		bits := new(big.Int).Lsh(big.NewInt(1), uint(d.Between(60, 511)))
		whole := bits.Sub(bits, big.NewInt(int64(d.IntN(3))))
		if d.Chance(30) {
			whole.Neg(whole)
		}
		return cty.MustParseNumberVal(whole.String())
	case d.Chance(60):
		return cty.MustParseNumberVal(Pick(d, numbers...))
	default:
		return cty.NumberIntVal(d.Int64N(1 << uint(d.Between(1, 62))))
	}
}

// keys are those of maps: what an object in JavaScript has anyway, and the empty one.
var keys = []string{"__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "", "0", "10", "9", "a", "é", "e\u0301", byteOrderMark, "length"}

// Key draws a key of a map.
func (d Dice) Key() string {
	if d.Chance(60) {
		return Pick(d, keys...)
	}
	return d.Text()
}

// Value draws any value of a type, null in so many of a hundred places.
func (d Dice) Value(ty cty.Type, nulls float64) cty.Value {
	if d.Chance(nulls) {
		return cty.NullVal(ty)
	}
	switch {
	case ty == cty.String:
		return cty.StringVal(d.FullText())
	case ty == cty.Number:
		return d.Number()
	case ty == cty.Bool:
		return cty.BoolVal(d.Chance(50))
	case ty == cty.DynamicPseudoType:
		return d.Value(Pick(d, cty.String, cty.Number, cty.Bool, cty.List(cty.String), cty.Map(cty.Number), cty.EmptyObject), nulls)
	case ty.IsMapType():
		elements := map[string]cty.Value{}
		for range d.few() {
			elements[cty.StringVal(d.Key()).AsString()] = d.Value(ty.ElementType(), nulls)
		}
		if len(elements) == 0 {
			return cty.MapValEmpty(ty.ElementType())
		}
		return cty.MapVal(elements)
	case ty.IsListType(), ty.IsSetType():
		var elements []cty.Value
		for range d.few() {
			elements = append(elements, d.Value(ty.ElementType(), nulls))
		}
		switch {
		case ty.IsListType() && len(elements) == 0:
			return cty.ListValEmpty(ty.ElementType())
		case ty.IsListType():
			return cty.ListVal(elements)
		case len(elements) == 0:
			return cty.SetValEmpty(ty.ElementType())
		default:
			return cty.SetVal(elements)
		}
	case ty.IsTupleType():
		var elements []cty.Value
		for _, element := range ty.TupleElementTypes() {
			elements = append(elements, d.Value(element, nulls))
		}
		return cty.TupleVal(elements)
	default:
		elements := map[string]cty.Value{}
		for _, name := range names(ty.AttributeTypes()) {
			elements[name] = d.Value(ty.AttributeType(name), nulls)
		}
		return cty.ObjectVal(elements)
	}
}

func (d Dice) few() int {
	if d.Chance(2) {
		return d.Between(15, 40)
	}
	return d.IntN(4)
}

// Wild draws a configuration of the right types, and nothing else that is right about it. As core has it, what is required is
// set, and what is only computed is not.
func (d Dice) Wild(attributes core.Attributes, canary string) cty.Value {
	values := map[string]cty.Value{}
	for _, name := range names(attributes) {
		attribute := attributes[name]
		switch {
		case !attribute.Required && !attribute.Optional:
			values[name] = cty.NullVal(attribute.Type)
		case !attribute.Required && d.Chance(40):
			values[name] = cty.NullVal(attribute.Type)
		case attribute.Nested != nil:
			values[name] = d.wildNested(attribute.Nested, attribute.Type, canary)
		case attribute.Sensitive && attribute.Type == cty.String && d.Chance(80):
			values[name] = cty.StringVal(d.Secret(canary))
		default:
			values[name] = d.Value(attribute.Type, 0)
			if attribute.Type.IsCollectionType() && d.Chance(20) {
				values[name] = d.Value(attribute.Type, 20)
				if values[name].IsNull() && attribute.Required {
					values[name] = d.Value(attribute.Type, 0)
				}
			}
		}
	}
	return cty.ObjectVal(values)
}

func (d Dice) wildNested(nested *core.Nested, ty cty.Type, canary string) cty.Value {
	if nested.Nesting == tfplugin6.Schema_Object_SINGLE {
		return d.Wild(nested.Attributes, canary)
	}
	elements := make([]cty.Value, d.IntN(4))
	for i := range elements {
		elements[i] = d.Wild(nested.Attributes, canary)
	}
	switch {
	case ty.IsMapType() && len(elements) == 0:
		return cty.MapValEmpty(ty.ElementType())
	case ty.IsMapType():
		members := map[string]cty.Value{}
		for _, one := range elements {
			members[cty.StringVal(d.Key()).AsString()] = one
		}
		return cty.MapVal(members)
	case ty.IsSetType() && len(elements) == 0:
		return cty.SetValEmpty(ty.ElementType())
	case ty.IsSetType():
		return cty.SetVal(elements)
	case len(elements) == 0:
		return cty.ListValEmpty(ty.ElementType())
	default:
		return cty.ListVal(elements)
	}
}

// State draws a state that conforms to a schema, and nothing more: all is known, and what is write-only is null. Its numbers are whole and
// of 64 bits: a schema does not say where a provider takes any other, and no provider here has stored one.
func (d Dice) State(attributes core.Attributes) cty.Value {
	values := map[string]cty.Value{}
	for _, name := range names(attributes) {
		attribute := attributes[name]
		if attribute.WriteOnly {
			values[name] = cty.NullVal(attribute.Type)
		} else {
			values[name] = d.wholeNumbers(d.Value(attribute.Type, 15))
		}
	}
	return cty.ObjectVal(values)
}

func (d Dice) wholeNumbers(value cty.Value) cty.Value {
	whole, _ := cty.Transform(value, func(_ cty.Path, part cty.Value) (cty.Value, error) {
		if part.Type() != cty.Number || part.IsNull() {
			return part, nil
		}
		return cty.NumberIntVal(int64(d.Uint64())), nil
	})
	return whole
}

// names are sorted, so that the order of draws is the same in every run.
func names[V any](of map[string]V) []string {
	var all []string
	for name := range of {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}
