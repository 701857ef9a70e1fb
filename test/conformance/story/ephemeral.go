package story

import (
	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/client"
	"coffer.example/conformance/core"
	"coffer.example/conformance/tfplugin6"
)

// tellEphemeral opens an ephemeral resource and closes it. Nothing of it may be left.
func (t *Teller) tellEphemeral(name string) {
	attributes := t.schemas.Ephemerals[name]
	ty := attributes.Type()
	valid := t.dice.Chance(60)
	config := t.dice.Wild(attributes, t.world.Canary)
	if valid {
		var err error
		if config, err = t.dice.Valid("ephemeral."+name, attributes, t.world); err != nil {
			t.fail("%s", err)
			return
		}
	}
	t.given = config
	t.step = "ValidateEphemeralResourceConfig"
	early := config
	if t.dice.Chance(30) {
		early = t.dice.Veil(attributes, config)
	}
	for _, one := range []cty.Value{early, config} {
		var validated tfplugin6.ValidateEphemeralResourceConfig_Response
		request := &tfplugin6.ValidateEphemeralResourceConfig_Request{TypeName: name, Config: client.ToWire(one, ty)}
		if !t.call(request, &validated) {
			return
		}
		if t.checkDiagnostics(validated.Diagnostics, ty) {
			if valid {
				t.fail("refuses what is valid: %s", words(validated.Diagnostics))
			}
			return
		}
	}
	t.open(name, attributes, config, valid)
	t.step = "end"
	for path := range t.left() {
		t.fail("%s is left", path)
	}
}

func (t *Teller) open(name string, attributes core.Attributes, config cty.Value, valid bool) {
	t.step = "OpenEphemeralResource"
	ty := attributes.Type()
	var opened tfplugin6.OpenEphemeralResource_Response
	if !t.call(&tfplugin6.OpenEphemeralResource_Request{TypeName: name, Config: client.ToWire(config, ty)}, &opened) {
		return
	}
	if t.checkDiagnostics(opened.Diagnostics, ty) {
		if valid {
			t.fail("refuses what is valid: %s", words(opened.Diagnostics))
		}
		return
	}
	if result, ok := t.readKnown(opened.Result, ty, "the result"); ok {
		t.failAll("the result", core.PlanValid(attributes, cty.NullVal(ty), config, result))
	}
	if opened.RenewAt != nil {
		t.step = "RenewEphemeralResource"
		var renewed tfplugin6.RenewEphemeralResource_Response
		if t.call(&tfplugin6.RenewEphemeralResource_Request{TypeName: name, Private: opened.Private}, &renewed) {
			t.checkDiagnostics(renewed.Diagnostics, ty)
		}
	}
	t.step = "CloseEphemeralResource"
	var closed tfplugin6.CloseEphemeralResource_Response
	if t.call(&tfplugin6.CloseEphemeralResource_Request{TypeName: name, Private: opened.Private}, &closed) {
		if t.checkDiagnostics(closed.Diagnostics, ty) {
			t.fail("cannot be closed: %s", words(closed.Diagnostics))
		}
		t.reach("closed")
	}
}
