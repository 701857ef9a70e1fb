package story

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/client"
	"coffer.example/conformance/core"
	"coffer.example/conformance/generate"
	"coffer.example/conformance/tfplugin6"
)

// tellFunction calls a function with any arguments, or with some whose result is known.
func (t *Teller) tellFunction(name string) {
	function := t.schemas.Functions[name]
	if t.dice.Chance(50) {
		switch name {
		case "format_size":
			t.formatSize()
			return
		case "s3_environment":
			t.s3Environment()
			return
		case "docker_config_json":
			t.dockerConfig()
			return
		}
	}
	arguments := make([]cty.Value, len(function.Parameters))
	for i, parameter := range function.Parameters {
		arguments[i] = t.dice.Value(parameter.Type, 0)
		if parameter.AllowsNull && t.dice.Chance(30) {
			arguments[i] = cty.NullVal(parameter.Type)
		}
		if name == "parse_size" && t.dice.Chance(60) {
			arguments[i] = cty.StringVal(fmt.Sprintf("%d%s%s", t.dice.Int64(), generate.Pick(t.dice, "", " ", ".5", ".000"), generate.Pick(t.dice, "", "B", "kB", "GiB", "EB", "XB")))
		}
		if name == "registry_server" && t.dice.Chance(60) {
			arguments[i] = cty.StringVal(fmt.Sprintf("%s%s/%s:%s", t.dice.Word(4), generate.Pick(t.dice, "", ".example", ".example:5000"), t.dice.Word(5), t.dice.Word(3)))
		}
	}
	t.callFunction(name, arguments...)
}

// callFunction calls a function twice, because it must be pure, and returns its result; null after an error.
func (t *Teller) callFunction(name string, arguments ...cty.Value) cty.Value {
	t.step = "CallFunction"
	t.given = cty.TupleVal(arguments)
	function := t.schemas.Functions[name]
	request := &tfplugin6.CallFunction_Request{Name: name}
	for i, argument := range arguments {
		request.Arguments = append(request.Arguments, client.ToWire(argument, function.Parameters[i].Type))
	}
	first, ok := t.callOnce(request, function)
	if again, okAgain := t.callOnce(request, function); ok != okAgain || !first.RawEquals(again) {
		t.fail("is not pure: %s, then %s", core.Show(first), core.Show(again))
	}
	t.reach("called")
	return first
}

func (t *Teller) callOnce(request *tfplugin6.CallFunction_Request, function *client.Function) (cty.Value, bool) {
	none := cty.NullVal(function.Returns)
	var response tfplugin6.CallFunction_Response
	if !t.call(request, &response) {
		return none, false
	}
	if problem := response.Error; problem != nil {
		if strings.TrimSpace(problem.Text) == "" {
			t.fail("an error has no words")
		}
		if at := problem.FunctionArgument; at != nil && (*at < 0 || *at >= int64(len(request.Arguments))) {
			t.fail("an error is about argument %d of %d", *at, len(request.Arguments))
		}
		if response.Result != nil {
			t.fail("there is a result beside the error")
		}
		return none, false
	}
	if response.Result == nil {
		t.fail("there is neither a result nor an error")
		return none, false
	}
	return t.readKnown(response.Result, function.Returns, "the result")
}

// formatSize has a number of bytes formatted and parsed again.
func (t *Teller) formatSize() {
	number := t.dice.Number()
	text := t.callFunction("format_size", number)
	isWhole := number.AsBigFloat().IsInt() && number.AsBigFloat().Sign() >= 0
	if text.IsNull() {
		if isWhole {
			t.fail("refuses a number of bytes")
		}
		return
	}
	if !isWhole {
		t.fail("takes what is no number of bytes, as %s", core.Show(text))
		return
	}
	if back := t.callFunction("parse_size", text); !back.RawEquals(number) {
		t.fail("%s became %s, and %s again", core.Show(number), core.Show(text), core.Show(back))
	}
}

// s3Environment wants every argument in its place.
func (t *Teller) s3Environment() {
	given := map[string]cty.Value{}
	for _, name := range []string{"AWS_REGION", "S3_BUCKET", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		given[name] = cty.StringVal(t.dice.SomeText())
	}
	given["AWS_ENDPOINT_URL_S3"] = cty.StringVal("https://s3." + t.dice.Word(8) + ".example")
	result := t.callFunction("s3_environment",
		given["AWS_ENDPOINT_URL_S3"], given["AWS_REGION"], given["S3_BUCKET"], given["AWS_ACCESS_KEY_ID"], given["AWS_SECRET_ACCESS_KEY"])
	if wanted := cty.MapVal(given); !result.RawEquals(wanted) {
		t.failAll("the result", core.Compatible(wanted, result))
		t.fail("the result is %s", core.Show(result))
	}
}

// dockerConfig wants every login in the text.
func (t *Teller) dockerConfig() {
	element := t.schemas.Functions["docker_config_json"].Parameters[0].Type.ElementType()
	wanted := map[string]string{}
	logins := []cty.Value{}
	for range t.dice.Between(1, 4) {
		server := t.dice.Word(8) + ".example"
		username, password := t.dice.Word(1)+strings.ReplaceAll(t.dice.Text(), ":", ""), t.dice.SomeText()
		login := cty.ObjectVal(map[string]cty.Value{
			"server": cty.StringVal(server), "username": cty.StringVal(username), "password": cty.StringVal(password),
		})
		// What cty makes of a text in decomposed form is what the provider gets.
		wanted[server] = login.GetAttr("username").AsString() + ":" + login.GetAttr("password").AsString()
		logins = append(logins, login)
	}
	if !logins[0].Type().Equals(element) {
		t.fail("story/function.go does not know the type of a login: %#v", element)
		return
	}
	text := t.callFunction("docker_config_json", cty.ListVal(logins))
	var config struct {
		Auths map[string]struct{ Auth []byte }
	}
	if text.IsNull() || json.Unmarshal([]byte(text.AsString()), &config) != nil {
		t.fail("the result is %s", core.Show(text))
		return
	}
	for server, login := range wanted {
		if got := string(config.Auths[server].Auth); got != login {
			t.fail("the login of %s became %s", server, base64.StdEncoding.EncodeToString([]byte(got)))
		}
	}
}
