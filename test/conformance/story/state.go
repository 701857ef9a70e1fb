package story

import (
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"coffer.example/conformance/core"
	"coffer.example/conformance/tfplugin6"
)

// tellState stores a state that conforms to the schema and nothing more, and has it read again.
func (t *Teller) tellState(resource string) {
	attributes := t.schemas.Resources[resource]
	l := &life{Teller: t, resource: resource, attributes: attributes, ty: attributes.Type()}
	state := t.dice.State(attributes)
	l.given = state
	l.upgrade(state)
	config, ok := l.configuration()
	if !ok {
		return
	}
	l.given = config
	if !l.validate(config) {
		return
	}
	// A plan from any state is valid or an error with words.
	l.plan(config, config, object{state: state})
}

// upgrade writes a state as core keeps it, in JSON, and wants the same state to be read.
func (l *life) upgrade(state cty.Value) {
	l.step = "UpgradeResourceState"
	text, err := ctyjson.Marshal(state, l.ty)
	if err != nil {
		l.fail("cannot be written: %s", err)
		return
	}
	var response tfplugin6.UpgradeResourceState_Response
	request := &tfplugin6.UpgradeResourceState_Request{
		TypeName: l.resource, Version: l.schemas.Versions[l.resource], RawState: &tfplugin6.RawState{Json: text},
	}
	if !l.call(request, &response) {
		return
	}
	if l.checkDiagnostics(response.Diagnostics, l.ty) {
		l.fail("refuses a state that conforms: %s", words(response.Diagnostics))
		return
	}
	read, ok := l.readKnown(response.UpgradedState, l.ty, "the state")
	if ok && !read.RawEquals(state) {
		l.failAll("the state changed", core.Compatible(state, read))
		l.fail("the state changed: %s became %s", core.Show(state), core.Show(read))
	}
	l.reach("upgraded")
}

// upgradeIdentity does the same with the identity.
func (l *life) upgradeIdentity() {
	l.step = "UpgradeResourceIdentity"
	ty, has := l.schemas.Identities[l.resource]
	if !has || l.now.identity == nil {
		return
	}
	identity, ok := l.readKnown(l.now.identity.IdentityData, ty, "the identity")
	if !ok {
		return
	}
	text, err := ctyjson.Marshal(identity, ty)
	if err != nil {
		l.fail("cannot be written: %s", err)
		return
	}
	var response tfplugin6.UpgradeResourceIdentity_Response
	request := &tfplugin6.UpgradeResourceIdentity_Request{TypeName: l.resource, RawIdentity: &tfplugin6.RawState{Json: text}}
	if !l.call(request, &response) {
		return
	}
	if l.checkDiagnostics(response.Diagnostics, ty) {
		l.fail("refuses an identity that conforms: %s", words(response.Diagnostics))
		return
	}
	read, ok := l.readKnown(response.UpgradedIdentity.GetIdentityData(), ty, "the identity")
	if ok && !read.RawEquals(identity) {
		l.fail("the identity changed: %s became %s", core.Show(identity), core.Show(read))
	}
}

// importAgain imports the object that is there, by its id or by its identity, and plans the same configuration: nothing has to
// be made anew, but for what the service cannot return. It is another run, with a state that does not have the object: a provider may refuse to
// import what another address of the same run holds.
func (l *life) importAgain(config cty.Value) {
	l.anotherRun()
	defer l.anotherRun()
	l.step = "ImportResourceState"
	request := &tfplugin6.ImportResourceState_Request{TypeName: l.resource, ClientCapabilities: l.capabilities}
	if l.dice.Chance(50) && l.now.identity != nil {
		request.Identity = l.now.identity
	} else {
		request.Id = l.now.state.GetAttr(l.identityName()).AsString()
	}
	var response tfplugin6.ImportResourceState_Response
	if !l.call(request, &response) || !l.judge(response.Diagnostics) {
		return
	}
	if len(response.ImportedResources) != 1 {
		l.fail("%d objects are imported", len(response.ImportedResources))
		return
	}
	imported := response.ImportedResources[0]
	state, ok := l.readKnown(imported.State, l.ty, "the imported state")
	if !ok {
		return
	}
	if imported.TypeName != l.resource || state.IsNull() {
		l.fail("a %s is imported, null: %t", imported.TypeName, state.IsNull())
		return
	}
	l.failAll("the imported state", core.WriteOnlySet(l.attributes, state))
	l.checkIdentity(imported.Identity, l.now.identity)

	// What was imported is read with everything that the service lists. Nothing says yet that a part of it is write-only.
	l.stage.provider.OnResponse = nil
	known := l.now
	defer func() {
		l.now = known
		l.watch(config)
	}()
	l.now = object{state: state, private: imported.Private, identity: imported.Identity}
	l.step = "ReadResource (imported)"
	if !l.readResource() {
		return
	}
	if l.now.state.IsNull() {
		l.fail("the imported object is gone")
		return
	}
	l.upgrade(l.now.state)
	l.planImported(config)
}

// anotherRun configures the provider anew, which forgets what the calls until now have told it.
func (l *life) anotherRun() {
	l.step = "ConfigureProvider (another run)"
	if err := l.stage.configure(); err != nil {
		l.fail("%s", err)
	}
}

// identityName is the attribute that is the identity, and the import id.
func (l *life) identityName() string {
	for name := range l.schemas.Identities[l.resource].AttributeTypes() {
		return name
	}
	return ""
}

func (l *life) planImported(config cty.Value) {
	// A key that was imported has no secret half to store (P29).
	if l.ty.HasAttribute("store_in") && !config.GetAttr("store_in").IsNull() {
		return
	}
	plan, ok := l.plan(config, config, l.now)
	l.step = "plan of what was imported"
	if ok && plan.action == replace {
		l.fail("replaces the object")
	}
	l.reach("imported")
}
