package core

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/tfplugin6"
)

var (
	text     = &Attribute{Type: cty.String, Optional: true}
	computed = &Attribute{Type: cty.String, Computed: true}
	either   = &Attribute{Type: cty.String, Optional: true, Computed: true}
	secret   = &Attribute{Type: cty.String, Optional: true, WriteOnly: true}
)

func nested(nesting tfplugin6.Schema_Object_NestingMode, attributes Attributes, change func(*Attribute)) *Attribute {
	attribute := &Attribute{Nested: &Nested{Nesting: nesting, Attributes: attributes}, Optional: true}
	switch element := attributes.Type(); nesting {
	case tfplugin6.Schema_Object_LIST:
		attribute.Type = cty.List(element)
	case tfplugin6.Schema_Object_SET:
		attribute.Type = cty.Set(element)
	case tfplugin6.Schema_Object_MAP:
		attribute.Type = cty.Map(element)
	default:
		attribute.Type = element
	}
	if change != nil {
		change(attribute)
	}
	return attribute
}

func object(values ...any) cty.Value {
	members := map[string]cty.Value{}
	for i := 0; i < len(values); i += 2 {
		switch value := values[i+1].(type) {
		case string:
			members[values[i].(string)] = cty.StringVal(value)
		case nil:
			members[values[i].(string)] = cty.NullVal(cty.String)
		case cty.Value:
			members[values[i].(string)] = value
		}
	}
	return cty.ObjectVal(members)
}

var unknown = cty.UnknownVal(cty.String)

func TestProposedNew(t *testing.T) {
	pair := Attributes{"set": text, "got": either}
	alone := Attributes{"only": {Type: cty.String, Computed: true, Optional: true}}
	for name, test := range map[string]struct {
		attributes            Attributes
		prior, config, wanted cty.Value
	}{
		"nothing before":               {pair, cty.NullVal(pair.Type()), object("set", "a", "got", nil), object("set", "a", "got", nil)},
		"what is computed stays":       {pair, object("set", "a", "got", "b"), object("set", "c", "got", nil), object("set", "c", "got", "b")},
		"what is configured wins":      {pair, object("set", "a", "got", "b"), object("set", nil, "got", "d"), object("set", nil, "got", "d")},
		"unknown is configured":        {pair, object("set", "a", "got", "b"), object("set", "a", "got", unknown), object("set", "a", "got", unknown)},
		"in a single object":           nestedCase(tfplugin6.Schema_Object_SINGLE, pair, func(v cty.Value) cty.Value { return v }),
		"in a list, by index":          nestedCase(tfplugin6.Schema_Object_LIST, pair, func(v cty.Value) cty.Value { return cty.ListVal([]cty.Value{v}) }),
		"in a map, by key":             nestedCase(tfplugin6.Schema_Object_MAP, pair, func(v cty.Value) cty.Value { return cty.MapVal(map[string]cty.Value{"k": v}) }),
		"in a set, by what can become": nestedCase(tfplugin6.Schema_Object_SET, pair, func(v cty.Value) cty.Value { return cty.SetVal([]cty.Value{v}) }),
		"a nested value that was configured is gone": {
			Attributes{"n": nested(tfplugin6.Schema_Object_SINGLE, pair, func(a *Attribute) { a.Computed = true })},
			object("n", object("set", "a", "got", "b")), object("n", cty.NullVal(pair.Type())), object("n", cty.NullVal(pair.Type())),
		},
		"a nested value that was computed stays": {
			Attributes{"n": nested(tfplugin6.Schema_Object_SINGLE, alone, func(a *Attribute) { a.Computed = true })},
			object("n", object("only", "b")), object("n", cty.NullVal(alone.Type())), object("n", object("only", "b")),
		},
	} {
		if got := ProposedNew(test.attributes, test.prior, test.config); !got.RawEquals(test.wanted) {
			t.Errorf("%s: %#v, wanted %#v", name, got, test.wanted)
		}
	}
}

type proposedCase = struct {
	attributes            Attributes
	prior, config, wanted cty.Value
}

// nestedCase is one in which a computed value is kept inside a nested attribute.
func nestedCase(nesting tfplugin6.Schema_Object_NestingMode, attributes Attributes, wrap func(cty.Value) cty.Value) proposedCase {
	return proposedCase{
		Attributes{"n": nested(nesting, attributes, nil)},
		object("n", wrap(object("set", "a", "got", "b"))), object("n", wrap(object("set", "a", "got", nil))),
		object("n", wrap(object("set", "a", "got", "b"))),
	}
}

func TestPlanValid(t *testing.T) {
	list := func(elements ...cty.Value) cty.Value { return object("v", cty.ListVal(elements)) }
	inner := Attributes{"set": text, "got": computed}
	inList := nested(tfplugin6.Schema_Object_LIST, inner, nil)
	none := cty.NilVal
	for name, test := range map[string]struct {
		attribute              *Attribute
		prior, config, planned cty.Value
		problems               int
	}{
		"as configured":                     {text, none, object("v", "a"), object("v", "a"), 0},
		"another value":                     {text, none, object("v", "a"), object("v", "b"), 1},
		"what was before":                   {text, object("v", "b"), object("v", "a"), object("v", "b"), 0},
		"unknown for what is configured":    {text, none, object("v", "a"), object("v", unknown), 1},
		"a value that nobody configured":    {text, none, object("v", nil), object("v", "b"), 1},
		"what was before, but taken away":   {text, object("v", "b"), object("v", nil), object("v", "b"), 1},
		"computed":                          {either, none, object("v", nil), object("v", unknown), 0},
		"computed, but configured":          {either, none, object("v", "a"), object("v", "b"), 1},
		"unknown with another promise":      {text, none, object("v", unknown), object("v", unknown.RefineNotNull()), 0},
		"write-only, null":                  {secret, none, object("v", "a"), object("v", nil), 0},
		"write-only, told":                  {secret, none, object("v", "a"), object("v", "a"), 1},
		"nested, computed inside":           {inList, none, list(object("set", "a", "got", nil)), list(object("set", "a", "got", unknown)), 0},
		"nested, another value":             {inList, none, list(object("set", "a", "got", nil)), list(object("set", "b", "got", unknown)), 1},
		"nested, one more":                  {inList, none, list(object("set", "a", "got", nil)), list(object("set", "a", "got", nil), object("set", "a", "got", nil)), 2},
		"nested, unknown though configured": {inList, none, list(object("set", "a", "got", nil)), object("v", cty.UnknownVal(inList.Type)), 1},
		"nested, null though configured":    {inList, none, list(object("set", "a", "got", nil)), object("v", cty.NullVal(inList.Type)), 1},
	} {
		attributes := Attributes{"v": test.attribute}
		if test.prior == none {
			test.prior = cty.NullVal(attributes.Type())
		}
		if got := PlanValid(attributes, test.prior, test.config, test.planned); len(got) != test.problems {
			t.Errorf("%s: %d problems, wanted %d: %v", name, len(got), test.problems, got)
		}
	}
}

func TestCompatible(t *testing.T) {
	prefixed := cty.UnknownVal(cty.String).Refine().NotNull().StringPrefix("id-").NewValue()
	set := func(elements ...cty.Value) cty.Value { return cty.SetVal(elements) }
	a, b := cty.StringVal("a"), cty.StringVal("b")
	for name, test := range map[string]struct {
		planned, actual cty.Value
		problems        int
	}{
		"the same":                       {a, a, 0},
		"another text":                   {a, b, 1},
		"a mark at the beginning":        {cty.StringVal("\ufeffa"), a, 1},
		"lost":                           {a, cty.NullVal(cty.String), 1},
		"come from nowhere":              {cty.NullVal(cty.String), a, 1},
		"numbers go by their value":      {cty.MustParseNumberVal("0.1"), cty.MustParseNumberVal("0.10"), 0},
		"a number that is a double":      {cty.MustParseNumberVal("0.1"), cty.NumberFloatVal(0.1000000000000000055), 0},
		"a number with a digit lost":     {cty.MustParseNumberVal("9007199254740993"), cty.MustParseNumberVal("9007199254740992"), 1},
		"unknown":                        {unknown, a, 0},
		"unknown, promise kept":          {prefixed, cty.StringVal("id-1"), 0},
		"unknown, promise broken":        {prefixed, a, 1},
		"still unknown":                  {a, unknown, 1},
		"an element has vanished":        {cty.MapVal(map[string]cty.Value{"a": a, "__proto__": b}), cty.MapVal(map[string]cty.Value{"a": a}), 1},
		"an element has appeared":        {cty.ListVal([]cty.Value{a}), cty.ListVal([]cty.Value{a, b}), 1},
		"an element of a set is another": {set(a), set(b), 2},
		"elements of a set may merge":    {set(a, unknown), set(a), 0},
		"a set grows":                    {set(unknown), set(a, b), 1},
	} {
		if got := Compatible(test.planned, test.actual); len(got) != test.problems {
			t.Errorf("%s: %d problems, wanted %d: %v", name, len(got), test.problems, got)
		}
	}
}

func TestReplaces(t *testing.T) {
	at := func(name string) []*tfplugin6.AttributePath {
		step := &tfplugin6.AttributePath_Step{Selector: &tfplugin6.AttributePath_Step_AttributeName{AttributeName: name}}
		return []*tfplugin6.AttributePath{{Steps: []*tfplugin6.AttributePath_Step{step}}}
	}
	for name, test := range map[string]struct {
		prior, planned cty.Value
		attribute      string
		replaces, bad  bool
	}{
		"what changed":        {object("v", "a"), object("v", "b"), "v", true, false},
		"what may change":     {object("v", "a"), object("v", unknown), "v", true, false},
		"what stays":          {object("v", "a"), object("v", "a"), "v", false, false},
		"what does not exist": {object("v", "a"), object("v", "a"), "w", false, true},
		"what is new":         {cty.NullVal(cty.Object(map[string]cty.Type{"v": cty.String})), object("v", "a"), "v", false, false},
	} {
		got, err := Replaces(test.prior, test.planned, at(test.attribute))
		if got != test.replaces || (err != nil) != test.bad {
			t.Errorf("%s: %t, %v", name, got, err)
		}
	}
}
