package core

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/tfplugin6"
)

// ToPath is a path of the wire as cty has it.
func ToPath(path *tfplugin6.AttributePath) (cty.Path, error) {
	var steps cty.Path
	for _, step := range path.GetSteps() {
		switch selector := step.Selector.(type) {
		case *tfplugin6.AttributePath_Step_AttributeName:
			steps = steps.GetAttr(selector.AttributeName)
		case *tfplugin6.AttributePath_Step_ElementKeyString:
			steps = steps.IndexString(selector.ElementKeyString)
		case *tfplugin6.AttributePath_Step_ElementKeyInt:
			steps = steps.IndexInt(int(selector.ElementKeyInt))
		default:
			return nil, fmt.Errorf("a step of a path selects nothing")
		}
	}
	return steps, nil
}

// Replaces says whether a plan replaces the object: if one of the paths that the provider names leads to a value that really
// changes. A path that leads nowhere is an error.
func Replaces(prior, planned cty.Value, paths []*tfplugin6.AttributePath) (bool, error) {
	replaces := false
	for _, one := range paths {
		path, err := ToPath(one)
		if err != nil {
			return false, err
		}
		before, errBefore := path.Apply(prior)
		after, errAfter := path.Apply(planned)
		switch {
		case prior.IsNull():
		case errBefore != nil && errAfter != nil:
			return false, path.NewErrorf("leads to nothing, but is said to require a replacement")
		case errBefore != nil || errAfter != nil || !Same(before, after) || !after.IsKnown():
			replaces = true
		}
	}
	return replaces, nil
}
