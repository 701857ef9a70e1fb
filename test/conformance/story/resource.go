package story

import (
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/client"
	"coffer.example/conformance/core"
	"coffer.example/conformance/tfplugin6"
)

// object is what core keeps of one object of a resource.
type object struct {
	state    cty.Value
	private  []byte
	identity *tfplugin6.ResourceIdentityData
}

// life is the story of one object.
type life struct {
	*Teller
	resource   string
	attributes core.Attributes
	ty         cty.Type
	// valid says that nothing in the configuration is wrong: every error is a finding.
	valid bool
	// fixed is what every configuration has. A bucket whose alias is spoiled cannot be looked into.
	fixed map[string]cty.Value
	// capabilities are those of the core that tells the story.
	capabilities *tfplugin6.ClientCapabilities
	now          object
}

// tellResource makes an object, changes it, and destroys it again; valid or wild.
func (t *Teller) tellResource(resource string, valid bool) {
	attributes := t.schemas.Resources[resource]
	l := &life{Teller: t, resource: resource, attributes: attributes, ty: attributes.Type(), valid: valid}
	l.capabilities = &tfplugin6.ClientCapabilities{
		WriteOnlyAttributesAllowed: true, StorePlannedPrivate: t.dice.Chance(50), ComputedBlocksAllowed: t.dice.Chance(50),
	}
	l.now = object{state: cty.NullVal(l.ty)}
	if valid && resource == "coffer_bucket" && t.dice.Chance(15) {
		l.fixed = map[string]cty.Value{"destroy_check": cty.StringVal("server"), "force_destroy": cty.False}
		t.stage.recorder.SpoilAliases()
	}
	if _, protects := attributes["deletion_protection"]; protects && !valid {
		// What is protected could not be destroyed at the end. Valid configurations leave it out, or say false.
		l.fixed = map[string]cty.Value{"deletion_protection": cty.False}
	}
	if resource == "scratch_file" {
		// A wild path could lead anywhere.
		l.fixed = map[string]cty.Value{"path": cty.StringVal("case " + l.dice.Word(8))}
	}
	config, ok := l.configuration()
	if !ok {
		return
	}
	l.watch(config)
	if l.change(config) && !l.now.state.IsNull() {
		l.reach("created")
		l.settle(config)
		if _, has := l.schemas.Identities[resource]; has && l.dice.Chance(25) {
			l.importAgain(config)
		}
		for range l.dice.IntN(3) {
			next, ok := l.another(config)
			if !ok {
				break
			}
			l.watch(next)
			if !l.change(next) {
				break
			}
			l.reach("updated")
			config = next
			l.settle(config)
		}
	}
	l.destroy()
	l.checkLeft()
}

// configuration draws the first configuration.
func (l *life) configuration() (cty.Value, bool) {
	valid, err := l.dice.Valid(l.resource, l.attributes, l.world)
	if err != nil {
		l.fail("%s", err)
		return cty.NilVal, false
	}
	if l.valid {
		return l.fix(valid), true
	}
	wild := l.dice.Wild(l.attributes, l.world.Canary)
	if l.dice.Chance(60) {
		wild = l.dice.Mix(l.attributes, wild, valid)
	}
	return l.fix(wild), true
}

// another draws the next configuration.
func (l *life) another(before cty.Value) (cty.Value, bool) {
	if !l.valid {
		next, ok := l.configuration()
		return l.dice.Mix(l.attributes, next, before), ok
	}
	next, err := l.dice.Change(l.resource, l.attributes, l.world, before)
	return l.fix(next), err == nil
}

func (l *life) fix(config cty.Value) cty.Value {
	if l.fixed == nil {
		return config
	}
	given := config.AsValueMap()
	maps.Copy(given, l.fixed)
	return cty.ObjectVal(given)
}

// watch lets no response hold the canary, if it is in nothing but what is write-only.
func (l *life) watch(config cty.Value) {
	l.given = config
	l.stage.provider.OnResponse = nil
	inPlain := false
	for name, attribute := range l.attributes {
		value := config.GetAttr(name)
		if !attribute.WriteOnly && value.IsKnown() && !value.IsNull() && value.Type() == cty.String {
			inPlain = inPlain || l.holdsCanary([]byte(value.AsString()))
		}
	}
	// What is only sensitive lies in state.
	if !inPlain && !stateHolds(l.now.state, l.holdsCanary) {
		l.watchWriteOnly()
	}
}

func stateHolds(state cty.Value, holds func([]byte) bool) bool {
	found := false
	_ = cty.Walk(state, func(_ cty.Path, value cty.Value) (bool, error) {
		if value.Type() == cty.String && value.IsKnown() && !value.IsNull() {
			found = found || holds([]byte(value.AsString()))
		}
		return true, nil
	})
	return found
}

// validate asks whether a configuration is valid; false ends the story.
func (l *life) validate(config cty.Value) bool {
	l.step = "ValidateResourceConfig"
	var response tfplugin6.ValidateResourceConfig_Response
	request := &tfplugin6.ValidateResourceConfig_Request{
		TypeName: l.resource, Config: client.ToWire(config, l.ty), ClientCapabilities: l.capabilities,
	}
	if !l.call(request, &response) {
		return false
	}
	return l.judge(response.Diagnostics)
}

// judge checks diagnostics; false if one is an error.
func (l *life) judge(diagnostics []*tfplugin6.Diagnostic) bool {
	if !l.checkDiagnostics(diagnostics, l.ty) {
		return true
	}
	if l.valid && (l.stage.recorder == nil || !l.stage.recorder.TooLarge()) {
		l.fail("refuses what is valid: %s", words(diagnostics))
	}
	return false
}

// settle is what happens between two commands: state is written as JSON and read again, the object is read, and a plan of the
// same configuration finds nothing to do.
func (l *life) settle(config cty.Value) {
	for range 2 {
		l.upgrade(l.now.state)
		l.upgradeIdentity()
		if !l.refresh(config) {
			return
		}
		plan, ok := l.plan(config, config, l.now)
		if !ok {
			return
		}
		l.step = "second plan"
		if plan.action == nothing {
			l.reach("settled")
			return
		}
		// The end of an overlap is an update of its own (P26).
		if l.now.state.Type().HasAttribute("previous") && !l.now.state.GetAttr("previous").IsNull() && plan.action == update {
			if !l.apply(config, plan) {
				return
			}
			continue
		}
		if l.valid {
			l.failAll("is not empty", core.Compatible(l.now.state, plan.planned))
			l.fail("is not empty: %s; planned %s; state %s", plan.action, core.Show(plan.planned), core.Show(l.now.state))
		}
		return
	}
}

// refresh reads the object. What was configured must not be lost on the way.
func (l *life) refresh(config cty.Value) bool {
	l.step = "ReadResource"
	before := l.now
	if !l.readResource() {
		return false
	}
	if l.now.state.IsNull() {
		if l.valid {
			l.fail("the object is gone")
		}
		return false
	}
	for name, attribute := range l.attributes {
		configured := config.GetAttr(name)
		if attribute.WriteOnly || configured.IsNull() || !l.valid {
			continue
		}
		if was, is := before.state.GetAttr(name), l.now.state.GetAttr(name); !was.RawEquals(is) {
			l.fail("%s was %s, now %s", name, core.Show(was), core.Show(is))
		}
	}
	return true
}

// readResource reads what core keeps anew; false if there was an error.
func (l *life) readResource() bool {
	var response tfplugin6.ReadResource_Response
	request := &tfplugin6.ReadResource_Request{
		TypeName: l.resource, CurrentState: client.ToWire(l.now.state, l.ty), Private: l.now.private,
		CurrentIdentity: l.now.identity, ClientCapabilities: l.capabilities,
	}
	if !l.call(request, &response) || !l.judge(response.Diagnostics) {
		return false
	}
	state, ok := l.readKnown(response.NewState, l.ty, "the state")
	if !ok {
		return false
	}
	l.failAll("the state", core.WriteOnlySet(l.attributes, state))
	if !state.IsNull() {
		l.checkIdentity(response.NewIdentity, l.now.identity)
	}
	l.now = object{state: state, private: response.Private, identity: response.NewIdentity}
	return true
}

// checkIdentity wants an identity that is known, and the same as before if there was one.
func (l *life) checkIdentity(identity, before *tfplugin6.ResourceIdentityData) {
	ty, has := l.schemas.Identities[l.resource]
	if !has {
		return
	}
	value, ok := l.readKnown(identity.GetIdentityData(), ty, "the identity")
	if !ok {
		return
	}
	if value.IsNull() {
		l.fail("there is no identity")
		return
	}
	if before == nil {
		return
	}
	if was, ok := l.readKnown(before.IdentityData, ty, "the identity before"); ok && !was.RawEquals(value) {
		l.fail("the identity was %s, now %s", core.Show(was), core.Show(value))
	}
}

// checkLeft wants nothing to be left at the service. Without a method to delete them pull secrets stay.
func (l *life) checkLeft() {
	l.step = "end"
	for path := range l.left() {
		if strings.HasPrefix(path, "/secrets/pull/") && l.stage.setting.PullSecretAPI == "create_only" {
			continue
		}
		l.fail("%s is left, and state does not know it", path)
		if l.stage.project == nil {
			_ = os.Remove(filepath.Join(l.world.Folder, path))
		} else {
			_ = l.stage.project.Delete(path)
		}
	}
}
