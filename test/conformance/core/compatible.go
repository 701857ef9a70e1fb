package core

import (
	"github.com/zclconf/go-cty/cty"
)

// Compatible lists where a result breaks its plan: what was known must be the same, what was unknown may become anything that
// its type and refinements allow.
func Compatible(planned, actual cty.Value) []error {
	return compatible(planned, actual, nil)
}

func compatible(planned, actual cty.Value, at cty.Path) []error {
	if planned.Type() == cty.DynamicPseudoType {
		return nil
	}
	if problems := actual.Type().TestConformance(planned.Type()); len(problems) > 0 {
		return []error{at.NewErrorf("another type than planned: %w", problems[0])}
	}
	if !planned.IsKnown() {
		if fits := planned.Range().Includes(actual); fits.IsKnown() && fits.False() {
			return []error{at.NewErrorf("%s is not what was promised of the unknown value: %#v", Show(actual), planned)}
		}
		return nil
	}
	if planned.IsNull() || actual.IsNull() {
		if planned.IsNull() != actual.IsNull() {
			return []error{at.NewErrorf("was %s, now %s", Show(planned), Show(actual))}
		}
		return nil
	}
	if !actual.IsKnown() {
		return []error{at.NewErrorf("was %s, now unknown", Show(planned))}
	}
	switch ty := planned.Type(); {
	case ty.IsPrimitiveType():
		if !actual.Equals(planned).True() {
			return []error{at.NewErrorf("was %s, now %s", Show(planned), Show(actual))}
		}
		return nil
	case ty.IsObjectType():
		var problems []error
		for name := range ty.AttributeTypes() {
			problems = append(problems, compatible(planned.GetAttr(name), actual.GetAttr(name), at.GetAttr(name))...)
		}
		return problems
	case ty.IsSetType():
		return compatibleSets(planned, actual, at)
	default:
		return compatibleElements(planned, actual, at)
	}
}

func compatibleElements(planned, actual cty.Value, at cty.Path) []error {
	var problems []error
	for it := planned.ElementIterator(); it.Next(); {
		key, value := it.Element()
		if !actual.HasIndex(key).True() {
			problems = append(problems, at.Index(key).NewErrorf("has vanished"))
			continue
		}
		problems = append(problems, compatible(value, actual.Index(key), at.Index(key))...)
	}
	for it := actual.ElementIterator(); it.Next(); {
		if key, _ := it.Element(); !planned.HasIndex(key).True() {
			problems = append(problems, at.Index(key).NewErrorf("has appeared"))
		}
	}
	return problems
}

// compatibleSets wants a partner for each element on both sides. Elements that turn out to be equal may merge, so a set may
// become smaller, never larger.
func compatibleSets(planned, actual cty.Value, at cty.Path) []error {
	wanted, found := planned.AsValueSlice(), actual.AsValueSlice()
	var problems []error
	if len(found) > len(wanted) {
		problems = append(problems, at.NewErrorf("%d elements planned, now %d", len(wanted), len(found)))
	}
	hasPartner := make([]bool, len(found))
	for _, one := range wanted {
		isMet := false
		for i, other := range found {
			if len(compatible(one, other, nil)) == 0 {
				isMet, hasPartner[i] = true, true
			}
		}
		if !isMet {
			problems = append(problems, at.NewErrorf("planned element %s has vanished", Show(one)))
		}
	}
	for i, other := range found {
		if !hasPartner[i] {
			problems = append(problems, at.NewErrorf("element %s has appeared", Show(other)))
		}
	}
	return problems
}
