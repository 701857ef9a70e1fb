// Package story tells the lives of objects to a provider, as Terraform core would, and notes whatever breaks the contract.
package story

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"google.golang.org/protobuf/proto"

	"coffer.example/conformance/client"
	"coffer.example/conformance/core"
	"coffer.example/conformance/generate"
	"coffer.example/conformance/service"
	"coffer.example/conformance/tfplugin6"
)

// Finding is a way in which the provider broke the contract.
type Finding struct {
	Case    uint64
	Subject string
	Step    string
	Message string
	// Given is what was configured, shortened.
	Given string
}

// Kind is what findings that are alike have in common: all but the values in the message.
func (f Finding) Kind() string {
	return f.Subject + f.Step + f.Message[:min(len(f.Message), 24)]
}

func (f Finding) String() string {
	text := fmt.Sprintf("case %d: %s: %s: %s", f.Case, f.Subject, f.Step, f.Message)
	if f.Given != "" {
		text += "\n    given " + f.Given
	}
	return text
}

// Teller tells one case.
type Teller struct {
	dice     generate.Dice
	stage    *Stage
	world    generate.World
	schemas  *client.Schemas
	number   uint64
	subject  string
	step     string
	given    cty.Value
	canaries [][]byte
	findings []Finding
	// Reached are the steps that went well, for the figures.
	Reached map[string]int
}

// fail notes a finding.
func (t *Teller) fail(format string, parts ...any) {
	finding := Finding{Case: t.number, Subject: t.subject, Step: t.step, Message: core.Shorten(fmt.Sprintf(format, parts...))}
	if t.given != cty.NilVal {
		finding.Given = showGiven(t.given)
	}
	t.findings = append(t.findings, finding)
}

// showGiven is what is set of a configuration.
func showGiven(given cty.Value) string {
	if !given.Type().IsObjectType() {
		return core.Show(given)
	}
	var set []string
	for name, value := range given.AsValueMap() {
		if !value.IsNull() {
			set = append(set, name+" = "+core.Show(value))
		}
	}
	slices.Sort(set)
	return strings.Join(set, "\n          ")
}

// failAll notes a finding for each problem.
func (t *Teller) failAll(what string, problems []error) {
	for _, problem := range problems {
		t.fail("%s: %s", what, pathed(problem))
	}
}

// call calls the provider. A call without an answer is a finding, and false.
func (t *Teller) call(request, response proto.Message) bool {
	if err := t.stage.provider.Call(request, response); err != nil {
		t.fail("%s", err)
		return false
	}
	return true
}

func (t *Teller) reach(step string) {
	t.Reached[t.subject+" "+step]++
}

// keepSecret makes the canary a word that no response may hold, in whatever way it is written.
func (t *Teller) keepSecret(canary string) {
	t.canaries = [][]byte{[]byte(canary)}
	for shift := range 3 {
		// Of a text in base64 what lies between the first and the last bytes does not depend on what stands around it.
		encoded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + canary))
		t.canaries = append(t.canaries, []byte(encoded[4:len(encoded)-4]))
	}
}

// holdsCanary says whether bytes hold what has to stay secret.
func (t *Teller) holdsCanary(text []byte) bool {
	for _, canary := range t.canaries {
		if bytes.Contains(text, canary) {
			return true
		}
	}
	return false
}

// checkDiagnostics judges the words of diagnostics, and says whether one is an error.
func (t *Teller) checkDiagnostics(all []*tfplugin6.Diagnostic, ty cty.Type) bool {
	hasErrors := false
	for _, one := range all {
		switch one.Severity {
		case tfplugin6.Diagnostic_ERROR:
			hasErrors = true
		case tfplugin6.Diagnostic_WARNING:
		default:
			t.fail("a diagnostic has the severity %s", one.Severity)
		}
		if strings.TrimSpace(one.Summary) == "" || strings.TrimSpace(one.Detail) == "" {
			t.fail("a diagnostic says too little: %q, %q", one.Summary, one.Detail)
		}
		if strings.HasSuffix(one.Summary, ".") {
			t.fail("the summary %q ends with a full stop", one.Summary)
		}
		if strings.Contains(one.Summary, "defect in the provider") || strings.Contains(one.Summary, "Internal") || strings.Contains(one.Summary, "Unexpected") {
			t.fail("a defect is reported: %s: %s", one.Summary, one.Detail)
		}
		if t.holdsCanary([]byte(one.Summary + one.Detail)) {
			t.fail("a secret is in the diagnostic %q", one.Summary)
		}
		t.checkPath(one, ty)
	}
	return hasErrors
}

// checkPath follows the path of a diagnostic through the type. What core cannot find it shows at the wrong place.
func (t *Teller) checkPath(diagnostic *tfplugin6.Diagnostic, ty cty.Type) {
	path, err := core.ToPath(diagnostic.Attribute)
	if err != nil {
		t.fail("the path of %q: %s", diagnostic.Summary, err)
		return
	}
	if ty == cty.NilType || len(path) == 0 {
		return
	}
	if _, err := path.Apply(cty.UnknownVal(ty)); err != nil {
		t.fail("the path of %q leads nowhere: %s", diagnostic.Summary, pathed(err))
	}
}

// words are those of the errors among diagnostics.
func words(all []*tfplugin6.Diagnostic) string {
	var texts []string
	for _, one := range all {
		if one.Severity == tfplugin6.Diagnostic_ERROR {
			texts = append(texts, one.Summary+": "+one.Detail)
		}
	}
	return strings.Join(texts, "; ")
}

// read reads a value of the provider; one that does not conform is a finding, and false.
func (t *Teller) read(value *tfplugin6.DynamicValue, ty cty.Type, what string) (cty.Value, bool) {
	read, err := client.FromWire(value, ty)
	if err != nil {
		t.fail("%s: %s", what, pathed(err))
		return cty.NullVal(ty), false
	}
	return read, true
}

// readKnown reads a value that must not hold anything unknown.
func (t *Teller) readKnown(value *tfplugin6.DynamicValue, ty cty.Type, what string) (cty.Value, bool) {
	read, ok := t.read(value, ty, what)
	if ok && !read.IsWhollyKnown() {
		t.fail("%s holds an unknown: %s", what, core.Show(read))
		return read, false
	}
	return read, ok
}

// pathed is an error with the path that it is about.
func pathed(err error) string {
	if at, isPathed := err.(cty.PathError); isPathed {
		return fmt.Sprintf("%s: %s", showPath(at.Path), at.Error())
	}
	return err.Error()
}

func showPath(path cty.Path) string {
	var text strings.Builder
	for _, step := range path {
		switch step := step.(type) {
		case cty.GetAttrStep:
			text.WriteString("." + step.Name)
		case cty.IndexStep:
			fmt.Fprintf(&text, "[%s]", core.Show(step.Key))
		}
	}
	return text.String()
}

// left lists what the provider has made in this case and not deleted.
func (t *Teller) left() map[string]bool {
	if t.world.Folder == "" {
		return service.Left(t.writes())
	}
	left := map[string]bool{}
	entries, err := os.ReadDir(t.world.Folder)
	if err != nil {
		t.fail("the folder cannot be read: %s", err)
	}
	for _, entry := range entries {
		if entry.Name() != fixture {
			left[entry.Name()] = true
		}
	}
	return left
}

// writes are the requests of this case that changed something at the service.
func (t *Teller) writes() []service.Exchange {
	if t.stage.recorder == nil {
		return nil
	}
	return t.stage.recorder.Writes()
}
