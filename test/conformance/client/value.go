package client

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/msgpack"

	"coffer.example/conformance/tfplugin6"
)

// ToWire is a value as core sends it. The value has the type, so an error is one of this program.
func ToWire(value cty.Value, ty cty.Type) *tfplugin6.DynamicValue {
	bytes, err := msgpack.Marshal(value, ty)
	if err != nil {
		panic(fmt.Sprintf("%#v as %#v: %s", value, ty, err))
	}
	return &tfplugin6.DynamicValue{Msgpack: bytes}
}

// FromWire reads a value of the provider. What does not conform to the type is an error; an absent value is null.
func FromWire(value *tfplugin6.DynamicValue, ty cty.Type) (cty.Value, error) {
	if value == nil {
		return cty.NullVal(ty), nil
	}
	if len(value.Msgpack) == 0 {
		return cty.NilVal, fmt.Errorf("a value came without msgpack")
	}
	read, err := msgpack.Unmarshal(value.Msgpack, ty)
	if err != nil {
		return cty.NilVal, fmt.Errorf("a value does not conform to its type: %w", err)
	}
	return read, nil
}
