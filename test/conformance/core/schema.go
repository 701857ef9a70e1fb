// Package core holds Terraform core's side of the contract with a provider: what a schema means, what the proposed new state
// is, which plan is valid, and which result conforms to its plan. It is written from the rules, not from core's text.
package core

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"coffer.example/conformance/tfplugin6"
)

// Attributes are those of a resource, or of one nested attribute, by name.
type Attributes map[string]*Attribute

// Attribute is what a schema says of one attribute. Nested is nil for an attribute with a plain type.
type Attribute struct {
	Type      cty.Type
	Nested    *Nested
	Required  bool
	Optional  bool
	Computed  bool
	Sensitive bool
	WriteOnly bool
}

// Nested is what a nested attribute is made of.
type Nested struct {
	Nesting    tfplugin6.Schema_Object_NestingMode
	Attributes Attributes
}

// Type is the object type of a value with these attributes.
func (a Attributes) Type() cty.Type {
	types := make(map[string]cty.Type, len(a))
	for name, attribute := range a {
		types[name] = attribute.Type
	}
	return cty.Object(types)
}

// FromSchema reads a schema. Blocks are an error: the provider has none, and nothing here knows how to judge them.
func FromSchema(schema *tfplugin6.Schema) (Attributes, error) {
	block := schema.GetBlock()
	if block == nil {
		return nil, fmt.Errorf("the schema has no block")
	}
	if len(block.BlockTypes) > 0 {
		return nil, fmt.Errorf("the schema has nested blocks, which the rules in core/ leave out")
	}
	return fromAttributes(block.Attributes)
}

func fromAttributes(all []*tfplugin6.Schema_Attribute) (Attributes, error) {
	attributes := make(Attributes, len(all))
	for _, one := range all {
		attribute := &Attribute{
			Required: one.Required, Optional: one.Optional, Computed: one.Computed,
			Sensitive: one.Sensitive, WriteOnly: one.WriteOnly,
		}
		var err error
		if one.NestedType == nil {
			attribute.Type, err = ctyjson.UnmarshalType(one.Type)
		} else {
			attribute.Nested, attribute.Type, err = fromNested(one.NestedType)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.Name, err)
		}
		if _, twice := attributes[one.Name]; twice {
			return nil, fmt.Errorf("%s is there twice", one.Name)
		}
		attributes[one.Name] = attribute
	}
	return attributes, nil
}

func fromNested(object *tfplugin6.Schema_Object) (*Nested, cty.Type, error) {
	attributes, err := fromAttributes(object.Attributes)
	if err != nil {
		return nil, cty.NilType, err
	}
	nested := &Nested{Nesting: object.Nesting, Attributes: attributes}
	element := attributes.Type()
	switch object.Nesting {
	case tfplugin6.Schema_Object_SINGLE:
		return nested, element, nil
	case tfplugin6.Schema_Object_LIST:
		return nested, cty.List(element), nil
	case tfplugin6.Schema_Object_SET:
		return nested, cty.Set(element), nil
	case tfplugin6.Schema_Object_MAP:
		return nested, cty.Map(element), nil
	default:
		return nil, cty.NilType, fmt.Errorf("unknown nesting %s", object.Nesting)
	}
}

// part is an attribute of an object; null where the object is null, unknown where it is unknown.
func part(object cty.Value, name string, ty cty.Type) cty.Value {
	switch {
	case object.IsNull():
		return cty.NullVal(ty)
	case !object.IsKnown():
		return cty.UnknownVal(ty)
	default:
		return object.GetAttr(name)
	}
}

// element is a member of a list or map; null where there is none.
func element(collection cty.Value, key cty.Value, ty cty.Type) cty.Value {
	if collection.IsNull() || !collection.IsKnown() || !collection.HasIndex(key).True() {
		return cty.NullVal(ty)
	}
	return collection.Index(key)
}

// Same says whether two values are the same, whatever is promised of what is unknown in them.
func Same(a, b cty.Value) bool {
	return unrefined(a).RawEquals(unrefined(b))
}

func unrefined(value cty.Value) cty.Value {
	if value.IsWhollyKnown() {
		return value
	}
	plain, err := cty.Transform(value, func(_ cty.Path, v cty.Value) (cty.Value, error) {
		if v.IsKnown() {
			return v, nil
		}
		return cty.UnknownVal(v.Type()), nil
	})
	if err != nil {
		return value
	}
	return plain
}
