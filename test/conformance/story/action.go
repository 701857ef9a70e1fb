package story

import (
	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/client"
	"coffer.example/conformance/core"
	"coffer.example/conformance/generate"
	"coffer.example/conformance/tfplugin6"
)

// tellAction plans and invokes an action. Core has validated it with every variable unknown, which says little: the provider
// has to judge what it gets at last.
func (t *Teller) tellAction(name string) {
	attributes := t.schemas.Actions[name]
	ty := attributes.Type()
	config, valid := t.deed(name, attributes)
	t.given = config
	isInvalid, ok := t.validateAction(name, ty, config)
	if !ok {
		return
	}
	if isInvalid && valid {
		t.fail("refuses what is valid")
	}
	before := len(t.writes())

	t.step = "PlanAction"
	var planned tfplugin6.PlanAction_Response
	early := config
	if t.dice.Chance(40) {
		early = t.dice.Veil(attributes, config)
	}
	if !t.call(&tfplugin6.PlanAction_Request{ActionType: name, Config: client.ToWire(early, ty)}, &planned) {
		return
	}
	refused := t.checkDiagnostics(planned.Diagnostics, ty)
	if isInvalid && !refused && early.IsWhollyKnown() {
		t.fail("plans what is invalid")
	}
	if valid && refused {
		t.fail("refuses what is valid: %s", words(planned.Diagnostics))
	}

	// What was unknown in the plan is only known now.
	t.step = "InvokeAction"
	failed, completed := false, 0
	each := func(event *tfplugin6.InvokeAction_Event) {
		if completed > 0 {
			t.fail("something comes after the end")
		}
		if progress := event.GetProgress(); progress != nil && progress.Message == "" {
			t.fail("a message is empty")
		}
		if end := event.GetCompleted(); end != nil {
			completed++
			failed = t.checkDiagnostics(end.Diagnostics, ty)
			if failed && valid {
				t.fail("fails: %s", words(end.Diagnostics))
			}
		}
	}
	next := func() *tfplugin6.InvokeAction_Event { return &tfplugin6.InvokeAction_Event{} }
	if err := client.Stream(t.stage.provider, &tfplugin6.InvokeAction_Request{ActionType: name, Config: client.ToWire(config, ty)}, next, each); err != nil {
		t.fail("%s", err)
		return
	}
	if completed != 1 {
		t.fail("there is no end")
	}
	if isInvalid && !failed {
		t.fail("does what is invalid, and says that it went well")
	}
	if isInvalid && len(t.writes()) > before {
		t.fail("changes something although the configuration is invalid")
	}
	t.reach("invoked")
	for path := range t.left() {
		t.fail("%s is left at the service", path)
	}
}

func (t *Teller) validateAction(name string, ty cty.Type, config cty.Value) (isInvalid, ok bool) {
	t.step = "ValidateActionConfig"
	var validated tfplugin6.ValidateActionConfig_Response
	if !t.call(&tfplugin6.ValidateActionConfig_Request{TypeName: name, Config: client.ToWire(config, ty)}, &validated) {
		return false, false
	}
	return t.checkDiagnostics(validated.Diagnostics, ty), true
}

// deed draws the configuration of an action, and says whether it has to go well.
func (t *Teller) deed(name string, attributes core.Attributes) (cty.Value, bool) {
	given := map[string]cty.Value{}
	switch {
	case t.dice.Chance(40):
	case name == "coffer_empty_bucket":
		given["bucket_id"] = cty.StringVal(generate.Pick(t.dice, t.world.BucketIDs...))
	case name == "coffer_revoke_access_key":
		key, err := t.stage.project.Make("/s3/keys", map[string]any{
			"bucket_ids": t.world.BucketIDs[:1], "permissions": map[string]any{"read": true, "write": false, "owner": false},
		})
		if err != nil {
			t.fail("no key can be made: %s", err)
			break
		}
		t.renewLists()
		by := generate.Pick(t.dice, "id", "access_key_id")
		given[by] = cty.StringVal(key[by].(string))
		if t.dice.Chance(20) {
			given["id"], given["access_key_id"] = cty.StringVal(key["id"].(string)), cty.StringVal(key["access_key_id"].(string))
			return generate.Object(attributes, given), false
		}
	}
	if len(given) == 0 {
		return t.dice.Wild(attributes, t.world.Canary), false
	}
	return generate.Object(attributes, given), true
}

// renewLists has the provider write something: a list that it has read may serve for 30 seconds, and shows nothing that others
// have made since (P6).
func (t *Teller) renewLists() {
	attributes := t.schemas.Ephemerals["coffer_access_key"]
	t.open("coffer_access_key", attributes, generate.Object(attributes, map[string]cty.Value{
		"bucket_ids": cty.SetVal([]cty.Value{cty.StringVal(t.world.BucketIDs[0])}),
		"permissions": cty.ObjectVal(map[string]cty.Value{
			"read": cty.True, "write": cty.NullVal(cty.Bool), "owner": cty.NullVal(cty.Bool),
		}),
	}), true)
}
