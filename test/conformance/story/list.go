package story

import (
	"strings"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/client"
	"coffer.example/conformance/core"
	"coffer.example/conformance/generate"
	"coffer.example/conformance/tfplugin6"
)

// tellList has objects listed, by a valid configuration or by any.
func (t *Teller) tellList(name string) {
	attributes := t.schemas.Lists[name]
	ty := attributes.Type()
	valid := t.dice.Chance(60)
	config := t.dice.Wild(attributes, t.world.Canary)
	if valid {
		given := map[string]cty.Value{}
		if t.dice.Chance(50) {
			given["name_regex"] = cty.StringVal(generate.Pick(t.dice, "", "f", "^fix", "\ufeff?", `\p{L}+`))
		}
		config = generate.Object(attributes, given)
	}
	t.given = config
	t.step = "ValidateListResourceConfig"
	limit := int64(generate.Pick(t.dice, 1, 2, 3, 100))
	withObject := t.dice.Chance(50)
	var validated tfplugin6.ValidateListResourceConfig_Response
	request := &tfplugin6.ValidateListResourceConfig_Request{
		TypeName: name, Config: client.ToWire(config, ty),
		IncludeResourceObject: client.ToWire(cty.BoolVal(withObject), cty.Bool), Limit: client.ToWire(cty.NumberIntVal(limit), cty.Number),
	}
	if !t.call(request, &validated) {
		return
	}
	if t.checkDiagnostics(validated.Diagnostics, ty) {
		if valid {
			t.fail("refuses what is valid: %s", words(validated.Diagnostics))
		}
		return
	}
	t.list(name, &tfplugin6.ListResource_Request{
		TypeName: name, Config: client.ToWire(config, ty), IncludeResourceObject: withObject, Limit: limit,
	}, valid)
}

func (t *Teller) list(name string, request *tfplugin6.ListResource_Request, valid bool) {
	t.step = "ListResource"
	attributes := t.schemas.Resources[name]
	canList := name != "coffer_pull_secret" || t.stage.setting.PullSecretAPI == "full"
	listed := int64(0)
	each := func(event *tfplugin6.ListResource_Event) {
		if t.checkDiagnostics(event.Diagnostic, cty.NilType) {
			if valid && canList {
				t.fail("fails: %s", words(event.Diagnostic))
			}
			return
		}
		listed++
		identity, ok := t.readKnown(event.Identity.GetIdentityData(), t.schemas.Identities[name], "the identity")
		if ok && identity.IsNull() {
			t.fail("there is no identity")
		}
		if strings.TrimSpace(event.DisplayName) == "" {
			t.fail("there is no name to show")
		}
		if !request.IncludeResourceObject {
			if event.ResourceObject != nil {
				t.fail("the object is there although nobody asked for it")
			}
			return
		}
		object, ok := t.readKnown(event.ResourceObject, attributes.Type(), "the object")
		if ok && object.IsNull() {
			t.fail("there is no object")
		} else if ok {
			t.failAll("the object", core.WriteOnlySet(attributes, object))
		}
	}
	next := func() *tfplugin6.ListResource_Event { return &tfplugin6.ListResource_Event{} }
	if err := client.Stream(t.stage.provider, request, next, each); err != nil {
		t.fail("%s", err)
		return
	}
	if listed > request.Limit {
		t.fail("%d objects are listed, the limit is %d", listed, request.Limit)
	}
	t.reach("listed")
}
