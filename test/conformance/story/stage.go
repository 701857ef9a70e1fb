package story

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zclconf/go-cty/cty"
	"google.golang.org/protobuf/proto"

	"coffer.example/conformance/client"
	"coffer.example/conformance/generate"
	"coffer.example/conformance/service"
	"coffer.example/conformance/tfplugin6"
)

// fixture is the name of a file that is there.
const fixture = "fixture.txt"

// Setting is a way to configure the provider.
type Setting struct {
	PullSecretAPI  string
	FingerprintKey string
}

// settings are those that cases are told with.
var settings = []Setting{{PullSecretAPI: "full", FingerprintKey: "a long random text"}, {PullSecretAPI: "create_only"}}

// Stage is a process of the provider in a project of its own, with a recorder between it and the service. A provider that needs no
// service has a folder of its own, and neither of the two.
type Stage struct {
	setting  Setting
	provider *client.Provider
	recorder *service.Recorder
	project  *service.Project
	world    generate.World
}

// Open starts a process, makes a project with a few objects to refer to, and configures. Without an emulator it makes a folder.
func Open(program string, emulator *service.Emulator, setting Setting, deadline time.Duration) (*Stage, error) {
	s := &Stage{setting: setting}
	if err := s.prepare(emulator); err != nil {
		s.Close()
		return nil, err
	}
	var err error
	if s.provider, err = client.Start(program, deadline); err == nil {
		err = s.configure()
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Stage) prepare(emulator *service.Emulator) (err error) {
	if emulator == nil {
		return s.furnishFolder()
	}
	if s.project, err = emulator.NewProject(); err != nil {
		return err
	}
	if err = s.furnish(); err != nil {
		return err
	}
	s.recorder, err = service.StartRecorder(emulator.BaseURL)
	return err
}

// furnishFolder makes the folder of a provider without a service, with a file to look for.
func (s *Stage) furnishFolder() (err error) {
	if s.world.Folder, err = os.MkdirTemp("", "conformance-"); err != nil {
		return err
	}
	s.world.Found = map[string]map[string]string{"scratch_file": {"path": fixture}}
	return os.WriteFile(filepath.Join(s.world.Folder, fixture), []byte("fixture"), 0o600)
}

// furnish makes what cases refer to, past the provider.
func (s *Stage) furnish() error {
	s.world.ProjectID = s.project.ID
	for i := range 3 {
		bucket, err := s.project.Make("/s3/buckets", map[string]any{"max_size": 1 << 30, "description": fmt.Sprintf("fixture %d", i)})
		if err != nil {
			return err
		}
		s.world.BucketIDs = append(s.world.BucketIDs, text(bucket["id"]))
	}
	secret, err := s.project.Make("/secrets", map[string]any{"name": "fixture", "value": "Zml4dHVyZQ=="})
	if err != nil {
		return err
	}
	s.world.SecretID = text(secret["id"])
	key, err := s.project.Make("/s3/keys", map[string]any{
		"bucket_ids": s.world.BucketIDs, "permissions": map[string]any{"read": true, "write": true, "owner": false},
	})
	if err != nil {
		return err
	}
	bucket, err := s.project.Find("/s3/buckets", s.world.BucketIDs[0])
	if err != nil {
		return err
	}
	s.world.Found = map[string]map[string]string{
		"coffer_secret":     {"id": s.world.SecretID, "name": "fixture"},
		"coffer_bucket":     {"id": s.world.BucketIDs[0], "alias": text(bucket["alias"])},
		"coffer_access_key": {"id": text(key["id"]), "access_key_id": text(key["access_key_id"])},
		"coffer_secrets":    {}, "coffer_buckets": {}, "coffer_access_keys": {},
	}
	return nil
}

// text is a field of a record.
func text(field any) string {
	value, _ := field.(string)
	return value
}

// Close ends the process.
func (s *Stage) Close() {
	if s.provider != nil {
		s.provider.Stop()
	}
	if s.recorder != nil {
		s.recorder.Stop()
	}
	if s.world.Folder != "" {
		_ = os.RemoveAll(s.world.Folder)
	}
}

// Broken says whether the process is gone, so that another one is needed.
func (s *Stage) Broken() bool {
	return s.provider.Exited()
}

func (s *Stage) configure() error {
	given := map[string]cty.Value{"directory": cty.StringVal(s.world.Folder)}
	if s.project != nil {
		given = s.settings()
	}
	attributes := s.provider.Schemas.Provider
	var response tfplugin6.ConfigureProvider_Response
	err := s.provider.Call(&tfplugin6.ConfigureProvider_Request{
		TerraformVersion:   "1.15.0",
		Config:             client.ToWire(generate.Object(attributes, given), attributes.Type()),
		ClientCapabilities: &tfplugin6.ClientCapabilities{WriteOnlyAttributesAllowed: true},
	}, &response)
	if err != nil {
		return err
	}
	if text := words(response.Diagnostics); text != "" {
		return fmt.Errorf("ConfigureProvider: %s", text)
	}
	return nil
}

func (s *Stage) settings() map[string]cty.Value {
	given := map[string]cty.Value{
		"base_url": cty.StringVal(s.recorder.BaseURL), "token": cty.StringVal(s.project.Token), "project_id": cty.StringVal(s.project.ID),
		"retry_wait_min": cty.StringVal("1ms"), "retry_wait_max": cty.StringVal("20ms"), "list_confirmation": cty.StringVal("0s"),
		"pull_secret_api": cty.StringVal(s.setting.PullSecretAPI),
	}
	if s.setting.FingerprintKey != "" {
		given["fingerprint_key"] = cty.StringVal(s.setting.FingerprintKey)
	}
	return given
}

// Tell tells one case, and returns what it found and how far it got. The same seed and number tell the same case.
func Tell(seed, number uint64, stages func(Setting) (*Stage, error)) (findings []Finding, reached map[string]int, err error) {
	dice := generate.NewDice(seed, number)
	stage, err := stages(generate.Pick(dice, settings...))
	if err != nil {
		return nil, nil, err
	}
	canary := "canary" + dice.Word(18)
	t := &Teller{
		dice: dice, stage: stage, world: stage.world, schemas: stage.provider.Schemas, number: number, Reached: map[string]int{},
	}
	t.world.Case, t.world.Canary = number, canary
	t.keepSecret(canary)
	if stage.recorder != nil {
		stage.recorder.Begin()
	}
	stage.provider.OnResponse = nil
	stage.provider.Log.Take()

	kind := t.draw()
	t.subject = kind.name
	kind.tell(t)

	t.step = "log"
	if text := stage.provider.Log.Take(); strings.Contains(text, canary) {
		t.fail("a secret is in the log")
	}
	return t.findings, t.Reached, nil
}

// watchWriteOnly makes every response a finding that holds what is secret in this case.
func (t *Teller) watchWriteOnly() {
	t.stage.provider.OnResponse = func(method string, response proto.Message) {
		text, err := proto.Marshal(response)
		if err == nil && t.holdsCanary(text) {
			t.fail("the response of %s holds a write-only value", method)
		}
	}
}
