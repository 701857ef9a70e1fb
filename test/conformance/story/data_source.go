package story

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/client"
	"coffer.example/conformance/core"
	"coffer.example/conformance/generate"
	"coffer.example/conformance/tfplugin6"
)

// tellDataSource looks for an object that is there, or for anything.
func (t *Teller) tellDataSource(name string) {
	attributes := t.schemas.DataSources[name]
	ty := attributes.Type()
	config, valid := t.lookUp(name, attributes)
	t.given = config
	early := config
	if t.dice.Chance(30) {
		early = t.dice.Veil(attributes, config)
	}
	for _, one := range []cty.Value{early, config} {
		t.step = "ValidateDataResourceConfig"
		var response tfplugin6.ValidateDataResourceConfig_Response
		if !t.call(&tfplugin6.ValidateDataResourceConfig_Request{TypeName: name, Config: client.ToWire(one, ty)}, &response) {
			return
		}
		if t.checkDiagnostics(response.Diagnostics, ty) {
			if valid {
				t.fail("refuses what is valid: %s", words(response.Diagnostics))
			}
			return
		}
	}
	t.step = "ReadDataSource"
	var response tfplugin6.ReadDataSource_Response
	if !t.call(&tfplugin6.ReadDataSource_Request{TypeName: name, Config: client.ToWire(config, ty)}, &response) {
		return
	}
	if t.checkDiagnostics(response.Diagnostics, ty) {
		if valid {
			t.fail("finds nothing: %s", words(response.Diagnostics))
		}
		return
	}
	state, ok := t.readKnown(response.State, ty, "the state")
	if !ok {
		return
	}
	if state.IsNull() {
		t.fail("the state is null")
		return
	}
	t.failAll("the state", core.PlanValid(attributes, cty.NullVal(ty), config, state))
	t.reach("read")
}

// lookUp draws a configuration of a data source, and says whether what it looks for is there.
func (t *Teller) lookUp(name string, attributes core.Attributes) (cty.Value, bool) {
	ways, isKnown := t.world.Found[name]
	if !isKnown || t.dice.Chance(40) {
		return t.dice.Wild(attributes, t.world.Canary), false
	}
	given := map[string]cty.Value{}
	if t.dice.Chance(50) {
		given["project_id"] = cty.StringVal(t.world.ProjectID)
	}
	if len(ways) > 0 {
		by := generate.Pick(t.dice, slices.Sorted(maps.Keys(ways))...)
		given[by] = cty.StringVal(ways[by])
	} else if t.dice.Chance(50) {
		given["name_regex"] = cty.StringVal(generate.Pick(t.dice, "", "^fix", "é|ü", "\ufeff", "[😀]", `\p{L}+`))
	}
	return generate.Object(attributes, given), true
}
