package story

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/core"
	"coffer.example/conformance/service"
)

// checkStored compares what the service has after an apply with what was configured: nothing is lost or changed on the way.
func (l *life) checkStored(config cty.Value, plan plan, writes []service.Exchange) {
	if l.now.state.IsNull() {
		return
	}
	// An update that found nothing to send leaves what was there.
	wrote := plan.action != update || len(writes) > 0
	switch l.resource {
	case "coffer_secret":
		l.checkSecret(config, wrote)
	case "coffer_bucket":
		l.checkBucket(config)
	case "coffer_pull_secret":
		if wrote {
			l.checkPullSecret(config)
		}
	case "coffer_access_key", "coffer_rotating_access_key":
		l.checkKey(config, writes)
	case "scratch_file":
		l.checkFile(config)
	case "scratch_pet", "scratch_integer": // in state only
	default:
		l.fail("story/stored.go does not know what the service has of a %s", l.resource)
	}
}

func (l *life) checkFile(config cty.Value) {
	content := config.GetAttr("content")
	if content.IsNull() {
		content = config.GetAttr("content_wo")
	}
	bytes, err := os.ReadFile(filepath.Join(l.world.Folder, config.GetAttr("path").AsString()))
	if err != nil || string(bytes) != content.AsString() {
		l.fail("the file has not got the configured content (%v)", err)
	}
}

func (l *life) checkSecret(config cty.Value, wrote bool) {
	value := config.GetAttr("value")
	if value.IsNull() {
		value = config.GetAttr("value_wo")
		if value.IsNull() || !wrote {
			return
		}
	}
	bytes := []byte(value.AsString())
	if encoding := config.GetAttr("value_encoding"); !encoding.IsNull() && encoding.AsString() == "base64" {
		bytes, _ = base64.StdEncoding.DecodeString(value.AsString())
	}
	l.wantSecret(l.now.state.GetAttr("id").AsString(), bytes, "the configured value")
}

func (l *life) wantSecret(id string, bytes []byte, what string) {
	if same, err := l.stage.project.Holds(id, bytes); err != nil {
		l.fail("the emulator cannot be asked: %s", err)
	} else if !same {
		l.fail("the service has not got %s", what)
	}
}

func (l *life) checkBucket(config cty.Value) {
	record, err := l.stage.project.Find("/s3/buckets", l.now.state.GetAttr("id").AsString())
	if err != nil {
		l.fail("the emulator cannot be asked: %s", err)
		return
	}
	size, _ := record["max_size"].(json.Number)
	if wanted := config.GetAttr("max_size"); !wanted.RawEquals(cty.MustParseNumberVal(size.String())) {
		l.fail("max_size at the service is %s, configured %s", size, core.Show(wanted))
	}
	text, _ := record["description"].(string)
	if wanted := config.GetAttr("description"); wanted.IsNull() && text != "" || !wanted.IsNull() && wanted.AsString() != text {
		l.fail("description at the service is %s, configured %s", core.Shorten(text), core.Show(wanted))
	}
}

func (l *life) checkPullSecret(config cty.Value) {
	login := map[string]string{"server": config.GetAttr("server").AsString()}
	for _, name := range []string{"username", "password"} {
		value := config.GetAttr(name)
		if value.IsNull() {
			value = config.GetAttr(name + "_wo")
		}
		if value.IsNull() {
			return
		}
		login[name] = value.AsString()
	}
	id := l.now.state.GetAttr("id").AsString()
	if same, err := l.stage.project.HoldsLogin(id, login["server"], login["username"], login["password"]); err != nil {
		l.fail("the emulator cannot be asked: %s", err)
	} else if !same {
		l.fail("the service has not got the configured login")
	}
}

// checkKey compares the key that was made last, if there is one, and the secret in which its secret half is to be.
func (l *life) checkKey(config cty.Value, writes []service.Exchange) {
	var made *service.Exchange
	for i, one := range writes {
		if one.Method == http.MethodPost && one.Path == "/s3/keys" {
			made = &writes[i]
		}
	}
	if made == nil {
		return
	}
	sent := map[string]bool{}
	ids, _ := made.Request["bucket_ids"].([]any)
	for _, id := range ids {
		sent[id.(string)] = true
	}
	wanted := config.GetAttr("bucket_ids").AsValueSlice()
	for _, id := range wanted {
		if !sent[id.AsString()] {
			l.fail("a key was made without the bucket %s", id.AsString())
		}
	}
	if len(ids) != len(wanted) {
		l.fail("a key was made for %d buckets, %d are configured", len(ids), len(wanted))
	}
	granted, _ := made.Request["permissions"].(map[string]any)
	for name, value := range config.GetAttr("permissions").AsValueMap() {
		if asked := !value.IsNull() && value.True(); granted[name] != asked {
			l.fail("a key was made with %s = %v, configured %s", name, granted[name], core.Show(value))
		}
	}
	half, _ := made.Response["secret_access_key"].(string)
	sink := config.GetAttr("store_in")
	if sink.IsNull() {
		return
	}
	if stateHolds(l.now.state, func(text []byte) bool { return string(text) == half }) {
		l.fail("the secret half is in state, although it is stored")
	}
	if format := sink.GetAttr("format"); format.IsNull() || format.AsString() == "plain" {
		l.wantSecret(l.now.state.GetAttr("secret_id").AsString(), []byte(half), "the secret half of the key")
	}
}
