package core

import (
	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/tfplugin6"
)

// ProposedNew joins the configuration with what the prior state knows of computed attributes that are not configured. The
// prior state is null for a create. For a destroy nothing is proposed: null.
func ProposedNew(attributes Attributes, prior, config cty.Value) cty.Value {
	if config.IsNull() {
		return config
	}
	return proposeObject(attributes, prior, config)
}

func proposeObject(attributes Attributes, prior, config cty.Value) cty.Value {
	if config.IsNull() || !config.IsKnown() {
		return config
	}
	proposed := make(map[string]cty.Value, len(attributes))
	for name, attribute := range attributes {
		proposed[name] = proposeAttribute(attribute, part(prior, name, attribute.Type), config.GetAttr(name))
	}
	return cty.ObjectVal(proposed)
}

func proposeAttribute(attribute *Attribute, prior, config cty.Value) cty.Value {
	if attribute.Computed && config.IsNull() {
		// What is not computed in it can only come from a configuration that has been taken away.
		if attribute.Optional && attribute.Nested != nil && holdsConfigured(attribute.Nested, prior) {
			return config
		}
		return prior
	}
	if attribute.Nested == nil || config.IsNull() || !config.IsKnown() {
		return config
	}
	return proposeNested(attribute.Nested, prior, config)
}

func proposeNested(nested *Nested, prior, config cty.Value) cty.Value {
	inner := nested.Attributes.Type()
	if nested.Nesting == tfplugin6.Schema_Object_SINGLE {
		return proposeObject(nested.Attributes, prior, config)
	}
	if config.LengthInt() == 0 {
		return config
	}
	switch nested.Nesting {
	case tfplugin6.Schema_Object_MAP:
		proposed := map[string]cty.Value{}
		for it := config.ElementIterator(); it.Next(); {
			key, value := it.Element()
			proposed[key.AsString()] = proposeObject(nested.Attributes, element(prior, key, inner), value)
		}
		return cty.MapVal(proposed)
	case tfplugin6.Schema_Object_LIST:
		var proposed []cty.Value
		for it := config.ElementIterator(); it.Next(); {
			key, value := it.Element()
			proposed = append(proposed, proposeObject(nested.Attributes, element(prior, key, inner), value))
		}
		return cty.ListVal(proposed)
	default:
		return proposeSet(nested, prior, config)
	}
}

// proposeSet pairs each configured element with the first prior one that it can have become.
func proposeSet(nested *Nested, prior, config cty.Value) cty.Value {
	var candidates []cty.Value
	if !prior.IsNull() && prior.IsKnown() {
		candidates = prior.AsValueSlice()
	}
	var proposed []cty.Value
	for _, wanted := range config.AsValueSlice() {
		partner := cty.NullVal(nested.Attributes.Type())
		for i, candidate := range candidates {
			if canCome(nested.Attributes, candidate, wanted) {
				partner = candidate
				candidates = append(candidates[:i:i], candidates[i+1:]...)
				break
			}
		}
		proposed = append(proposed, proposeObject(nested.Attributes, partner, wanted))
	}
	return cty.SetVal(proposed)
}

// canCome says whether a prior object differs from a configured one only in computed attributes that are not configured.
func canCome(attributes Attributes, prior, config cty.Value) bool {
	if Same(prior, config) {
		return true
	}
	if prior.IsNull() || config.IsNull() || !config.IsKnown() {
		return false
	}
	for name, attribute := range attributes {
		before, wanted := prior.GetAttr(name), config.GetAttr(name)
		switch {
		case Same(before, wanted), attribute.Computed && wanted.IsNull():
		case attribute.Nested != nil && attribute.Nested.Nesting == tfplugin6.Schema_Object_SINGLE:
			if !canCome(attribute.Nested.Attributes, before, wanted) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// holdsConfigured says whether a nested value has something in it that no provider may have put there.
func holdsConfigured(nested *Nested, value cty.Value) bool {
	if value.IsNull() || !value.IsKnown() {
		return false
	}
	objects := []cty.Value{value}
	if nested.Nesting != tfplugin6.Schema_Object_SINGLE {
		objects = value.AsValueSlice()
	}
	for _, object := range objects {
		for name, attribute := range nested.Attributes {
			inner := part(object, name, attribute.Type)
			if inner.IsNull() {
				continue
			}
			if !attribute.Computed || (attribute.Nested != nil && holdsConfigured(attribute.Nested, inner)) {
				return true
			}
		}
	}
	return false
}
