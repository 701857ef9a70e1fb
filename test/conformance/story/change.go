package story

import (
	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/client"
	"coffer.example/conformance/core"
	"coffer.example/conformance/service"
	"coffer.example/conformance/tfplugin6"
)

// action is what a plan does.
type action string

const (
	nothing action = "nothing"
	create  action = "create"
	update  action = "update"
	replace action = "replace"
)

// plan is what PlanResourceChange planned.
type plan struct {
	action   action
	prior    object
	planned  cty.Value
	private  []byte
	identity *tfplugin6.ResourceIdentityData
}

// change plans and applies a configuration as core does: parts of it may be unknown at first. It is false if that did not go
// through.
func (l *life) change(config cty.Value) bool {
	early := config
	if l.dice.Chance(35) {
		early = l.dice.Veil(l.attributes, config)
	}
	if !l.validate(early) {
		return false
	}
	first, ok := l.plan(early, config, l.now)
	if !ok {
		return false
	}
	if !l.validate(config) {
		return false
	}
	prior := l.now
	if first.action == replace {
		if !l.destroy() {
			return false
		}
		prior = l.now
		if l.dice.Chance(50) {
			prior.private = first.private
		}
	}
	if first.action == nothing {
		return true
	}
	final, ok := l.plan(config, config, prior)
	if !ok {
		return false
	}
	l.step = "final plan"
	if l.valid {
		l.failAll("differs from the first one", core.Compatible(first.planned, final.planned))
	}
	if final.action == replace {
		l.fail("replaces, which the first one (%s) did not say", first.action)
		return false
	}
	if final.action == nothing {
		return true
	}
	return l.apply(config, final)
}

// plan asks for a plan and judges it. A replacement is planned once more without what was there. `later` is the configuration
// once everything is known.
func (l *life) plan(config, later cty.Value, prior object) (plan, bool) {
	l.step = "PlanResourceChange"
	planned, ok := l.planOnce(config, prior)
	if !ok {
		return plan{}, false
	}
	if planned.action == replace {
		l.step = "PlanResourceChange (replacement)"
		again, ok := l.planOnce(config, object{state: cty.NullVal(l.ty), private: planned.private, identity: planned.identity})
		again.action = replace
		return again, ok
	}
	return planned, true
}

func (l *life) planOnce(config cty.Value, prior object) (plan, bool) {
	proposed := core.ProposedNew(l.attributes, prior.state, config)
	var response tfplugin6.PlanResourceChange_Response
	request := &tfplugin6.PlanResourceChange_Request{
		TypeName: l.resource, PriorState: client.ToWire(prior.state, l.ty), ProposedNewState: client.ToWire(proposed, l.ty),
		Config: client.ToWire(config, l.ty), PriorPrivate: prior.private, PriorIdentity: prior.identity,
		ClientCapabilities: l.capabilities,
	}
	if !l.call(request, &response) || !l.judge(response.Diagnostics) {
		return plan{}, false
	}
	if response.Deferred != nil {
		l.fail("is deferred, which was not allowed")
	}
	if response.LegacyTypeSystem {
		l.fail("claims the legacy type system")
	}
	planned, ok := l.read(response.PlannedState, l.ty, "the planned state")
	if !ok {
		return plan{}, false
	}
	l.failAll("the planned state", core.WriteOnlySet(l.attributes, planned))
	l.failAll("invalid plan", core.PlanValid(l.attributes, prior.state, config, planned))
	replaces, err := core.Replaces(prior.state, planned, response.RequiresReplace)
	if err != nil {
		l.fail("requires_replace: %s", pathed(err))
	}
	l.checkPlannedIdentity(response.PlannedIdentity)
	result := plan{prior: prior, planned: planned, private: response.PlannedPrivate, identity: response.PlannedIdentity}
	switch {
	case prior.state.IsNull():
		result.action = create
	case replaces:
		result.action = replace
	case planned.RawEquals(prior.state):
		result.action = nothing
	default:
		result.action = update
	}
	l.reach("planned")
	return result, true
}

// checkPlannedIdentity wants no identity or a known one: command lines cannot show or save a plan with an unknown in it.
func (l *life) checkPlannedIdentity(identity *tfplugin6.ResourceIdentityData) {
	if ty, has := l.schemas.Identities[l.resource]; has && identity != nil {
		l.readKnown(identity.IdentityData, ty, "the planned identity")
	}
}

// apply carries a plan out, and judges what came of it. It is false if there was an error.
func (l *life) apply(config cty.Value, plan plan) bool {
	l.step = "ApplyResourceChange (" + string(plan.action) + ")"
	before := len(l.writes())
	var response tfplugin6.ApplyResourceChange_Response
	request := &tfplugin6.ApplyResourceChange_Request{
		TypeName: l.resource, PriorState: client.ToWire(plan.prior.state, l.ty), PlannedState: client.ToWire(plan.planned, l.ty),
		Config: client.ToWire(config, l.ty), PlannedPrivate: plan.private, PlannedIdentity: plan.identity,
	}
	if !l.call(request, &response) {
		return false
	}
	ok := l.judge(response.Diagnostics)
	state, conforms := l.readKnown(response.NewState, l.ty, "the new state")
	if !conforms {
		return false
	}
	l.failAll("the new state", core.WriteOnlySet(l.attributes, state))
	if ok {
		l.failAll("inconsistent result", core.Compatible(plan.planned, state))
		if state.IsNull() {
			l.fail("there is no state, and no error")
		}
	}
	if !state.IsNull() {
		was := plan.prior.identity
		if l.resource == "coffer_pull_secret" && l.stage.setting.PullSecretAPI == "create_only" {
			was = nil // an update makes another one
		}
		l.checkIdentity(response.NewIdentity, was)
		l.now = object{state: state, private: response.Private, identity: response.NewIdentity}
	} else if !ok && plan.action == create {
		l.checkNothingForgotten(l.writes()[before:])
	}
	if ok {
		l.checkStored(config, plan, l.writes()[before:])
	}
	return ok
}

// checkNothingForgotten wants that a create which ended without a state has left nothing at the service.
func (l *life) checkNothingForgotten(writes []service.Exchange) {
	for path := range service.Left(writes) {
		l.fail("%s was made, but is not in state", path)
	}
}

// destroy plans and carries out the end of the object. Nothing is done when there is none.
func (l *life) destroy() bool {
	if l.now.state.IsNull() {
		return true
	}
	gone := cty.NullVal(l.ty)
	private := l.now.private
	l.step = "PlanResourceChange (destroy)"
	if l.schemas.Capabilities.GetPlanDestroy() {
		var response tfplugin6.PlanResourceChange_Response
		request := &tfplugin6.PlanResourceChange_Request{
			TypeName: l.resource, PriorState: client.ToWire(l.now.state, l.ty), ProposedNewState: client.ToWire(gone, l.ty),
			Config: client.ToWire(gone, l.ty), PriorPrivate: l.now.private, PriorIdentity: l.now.identity,
			ClientCapabilities: l.capabilities,
		}
		if !l.call(request, &response) || !l.judge(response.Diagnostics) {
			return false
		}
		if planned, ok := l.read(response.PlannedState, l.ty, "the planned state"); ok && !planned.IsNull() {
			l.fail("the planned state is not null")
		}
		l.checkPlannedIdentity(response.PlannedIdentity)
		private = response.PlannedPrivate
	}
	l.step = "ApplyResourceChange (destroy)"
	var response tfplugin6.ApplyResourceChange_Response
	request := &tfplugin6.ApplyResourceChange_Request{
		TypeName: l.resource, PriorState: client.ToWire(l.now.state, l.ty), PlannedState: client.ToWire(gone, l.ty),
		Config: client.ToWire(gone, l.ty), PlannedPrivate: private, PlannedIdentity: l.now.identity,
	}
	if !l.call(request, &response) {
		return false
	}
	ok := l.judge(response.Diagnostics)
	state, conforms := l.readKnown(response.NewState, l.ty, "the new state")
	if ok && conforms && !state.IsNull() {
		l.fail("the object is still in state, and there is no error")
	}
	if ok {
		l.now = object{state: gone}
		l.reach("destroyed")
	}
	return ok
}
