package generate

import (
	"math/big"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/core"
)

// Veil hides parts of a configuration: they are unknown, with promises about them that the hidden value keeps. Core plans with
// the one and applies with the other.
func (d Dice) Veil(attributes core.Attributes, config cty.Value) cty.Value {
	values := config.AsValueMap()
	for _, name := range names(attributes) {
		value := values[name]
		switch {
		case !attributes[name].Required && !attributes[name].Optional:
		case value.IsNull() && d.Chance(97):
		case d.Chance(30):
			values[name] = d.unknown(value)
		case d.Chance(30):
			values[name] = d.veilInside(value)
		}
	}
	return cty.ObjectVal(values)
}

func (d Dice) veilInside(value cty.Value) cty.Value {
	ty := value.Type()
	if value.IsNull() || ty.IsPrimitiveType() || value.LengthInt() == 0 {
		return value
	}
	if ty.IsObjectType() || ty.IsMapType() {
		members := value.AsValueMap()
		name := Pick(d, names(members)...)
		members[name] = d.unknown(members[name])
		if ty.IsObjectType() {
			return cty.ObjectVal(members)
		}
		return cty.MapVal(members)
	}
	elements := value.AsValueSlice()
	i := d.IntN(len(elements))
	elements[i] = d.unknown(elements[i])
	if ty.IsSetType() {
		return cty.SetVal(elements)
	}
	return cty.ListVal(elements)
}

// unknown is an unknown value that can become the given one.
func (d Dice) unknown(value cty.Value) cty.Value {
	plain := cty.UnknownVal(value.Type())
	if value.IsNull() || d.Chance(40) {
		return plain
	}
	promise := plain.Refine().NotNull()
	switch ty := value.Type(); {
	case ty == cty.String && d.Chance(60):
		text := []rune(value.AsString())
		if len(text) > 300 {
			text = text[:300]
		}
		promise = promise.StringPrefix(string(text[:d.IntN(len(text)+1)]))
	case ty == cty.Number && d.Chance(60):
		number := value.AsBigFloat()
		one := big.NewFloat(1)
		promise = promise.NumberRangeLowerBound(cty.NumberVal(new(big.Float).Sub(number, one)), d.Chance(50))
		if d.Chance(50) {
			promise = promise.NumberRangeUpperBound(cty.NumberVal(new(big.Float).Add(number, one)), d.Chance(50))
		}
	case ty.IsCollectionType() && value.IsWhollyKnown() && d.Chance(60):
		promise = promise.CollectionLengthLowerBound(max(0, value.LengthInt()-1)).CollectionLengthUpperBound(value.LengthInt() + 2)
	}
	return promise.NewValue()
}
