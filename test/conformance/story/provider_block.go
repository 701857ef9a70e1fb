package story

import (
	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/client"
	"coffer.example/conformance/generate"
	"coffer.example/conformance/tfplugin6"
)

// tellProviderBlock has a provider block validated: one that is right, or any.
func (t *Teller) tellProviderBlock() {
	t.step = "ValidateProviderConfig"
	attributes := t.schemas.Provider
	valid := t.dice.Chance(50)
	config := t.dice.Wild(attributes, t.world.Canary)
	if valid {
		config = generate.Object(attributes, map[string]cty.Value{
			"base_url": cty.StringVal("https://" + t.dice.Word(9) + ".example/v1"), "token": cty.StringVal(t.dice.Secret(t.world.Canary)),
			"project_id": cty.StringVal(t.dice.SomeText()), "max_retries": cty.NumberIntVal(t.dice.Int64N(101)),
			"request_timeout": cty.StringVal(generate.Pick(t.dice, "30s", "1m30s", "500ms")), "s3_region": cty.StringVal(t.dice.SomeText()),
			"fingerprint_key": cty.StringVal(t.dice.Secret(t.world.Canary)), "pull_secret_api": cty.StringVal(generate.Pick(t.dice, "full", "create_only")),
		})
	}
	if t.dice.Chance(40) {
		config = t.dice.Veil(attributes, config)
	}
	t.given = config
	t.watchWriteOnly()
	var response tfplugin6.ValidateProviderConfig_Response
	if !t.call(&tfplugin6.ValidateProviderConfig_Request{Config: client.ToWire(config, attributes.Type())}, &response) {
		return
	}
	if t.checkDiagnostics(response.Diagnostics, attributes.Type()) && valid {
		t.fail("refuses what is valid: %s", words(response.Diagnostics))
	}
	t.reach("validated")
}
