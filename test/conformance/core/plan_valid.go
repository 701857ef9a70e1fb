package core

import (
	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/tfplugin6"
)

// PlanValid lists what is wrong with a planned state: a provider may decide about what is computed and not configured, it may
// keep what was there before, and everything else has to be as configured. All values have the type of the schema.
func PlanValid(attributes Attributes, prior, config, planned cty.Value) []error {
	return planValid(attributes, prior, config, planned, nil)
}

func planValid(attributes Attributes, prior, config, planned cty.Value, at cty.Path) []error {
	if planned.IsNull() != config.IsNull() {
		return []error{at.NewErrorf("planned null: %t, but configured null: %t", planned.IsNull(), config.IsNull())}
	}
	if planned.IsNull() {
		return nil
	}
	if !planned.IsKnown() {
		return []error{at.NewErrorf("the object is planned unknown")}
	}
	var problems []error
	for name, attribute := range attributes {
		before := part(prior, name, attribute.Type)
		configured := part(config, name, attribute.Type)
		problems = append(problems,
			attributeValid(attribute, before, configured, planned.GetAttr(name), at.GetAttr(name))...)
	}
	return problems
}

func attributeValid(attribute *Attribute, prior, config, planned cty.Value, at cty.Path) []error {
	if attribute.WriteOnly {
		if !planned.IsNull() {
			return []error{at.NewErrorf("write-only, but planned as %s", Show(planned))}
		}
		return nil
	}
	isKept := !prior.IsNull() && !config.IsNull() && Same(planned, prior)
	if isKept || Same(planned, config) {
		return nil
	}
	if attribute.Computed && (!attribute.Optional || config.IsNull()) {
		return nil
	}
	if config.IsNull() {
		return []error{at.NewErrorf("neither computed nor configured, but planned as %s", Show(planned))}
	}
	if attribute.Nested != nil {
		return nestedValid(attribute.Nested, prior, config, planned, at)
	}
	return []error{at.NewErrorf("planned as %s, configured as %s, before %s", Show(planned), Show(config), Show(prior))}
}

func nestedValid(nested *Nested, prior, config, planned cty.Value, at cty.Path) []error {
	inner := nested.Attributes.Type()
	switch {
	case planned.IsNull():
		return []error{at.NewErrorf("configured, but planned null")}
	case !planned.IsKnown():
		return []error{at.NewErrorf("configured, but planned unknown")}
	case nested.Nesting == tfplugin6.Schema_Object_SINGLE:
		return planValid(nested.Attributes, prior, config, planned, at)
	case !config.IsKnown():
		return []error{at.NewErrorf("configured unknown, but planned as %s", Show(planned))}
	case nested.Nesting == tfplugin6.Schema_Object_SET:
		// Elements of sets have no identity, so only their number can be judged.
		if possible := planned.Length().Range().Includes(config.Length()); possible.IsKnown() && possible.False() {
			return []error{at.NewErrorf("%s elements planned, %s configured", Show(planned.Length()), Show(config.Length()))}
		}
		return nil
	}
	var problems []error
	if planned.LengthInt() != config.LengthInt() {
		problems = append(problems, at.NewErrorf("%d elements planned, %d configured", planned.LengthInt(), config.LengthInt()))
	}
	for it := planned.ElementIterator(); it.Next(); {
		key, value := it.Element()
		if !config.HasIndex(key).True() {
			problems = append(problems, at.Index(key).NewErrorf("planned, but not configured"))
			continue
		}
		problems = append(problems, planValid(nested.Attributes, element(prior, key, inner), config.Index(key), value, at.Index(key))...)
	}
	return problems
}

// WriteOnlySet lists the write-only attributes that are not null. No response may have one, whatever the configuration is.
func WriteOnlySet(attributes Attributes, value cty.Value) []error {
	return writeOnlySet(attributes, value, nil)
}

func writeOnlySet(attributes Attributes, value cty.Value, at cty.Path) []error {
	if value.IsNull() || !value.IsKnown() {
		return nil
	}
	var problems []error
	for name, attribute := range attributes {
		inner := value.GetAttr(name)
		switch {
		case attribute.WriteOnly && !inner.IsNull():
			problems = append(problems, at.GetAttr(name).NewErrorf("write-only, but not null"))
		case attribute.Nested == nil || inner.IsNull() || !inner.IsKnown():
		case attribute.Nested.Nesting == tfplugin6.Schema_Object_SINGLE:
			problems = append(problems, writeOnlySet(attribute.Nested.Attributes, inner, at.GetAttr(name))...)
		default:
			for it := inner.ElementIterator(); it.Next(); {
				key, one := it.Element()
				problems = append(problems, writeOnlySet(attribute.Nested.Attributes, one, at.GetAttr(name).Index(key))...)
			}
		}
	}
	return problems
}
