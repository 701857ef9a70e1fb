package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aws/jsii-runtime-go"
	"github.com/coffer/cdktf-coffer-go/coffer"
	"github.com/coffer/cdktf-coffer-go/coffer/l1"
	"github.com/hashicorp/terraform-cdk-go/cdktf"
)

// The program of test/real/deploy/features.ts. It runs before the one on the page of the package, which is in main.
func init() {
	synth("features.out", features)
	misplaced()
}

func synth(outdir string, build func(cdktf.TerraformStack)) {
	app := cdktf.NewApp(&cdktf.AppConfig{
		Outdir:  jsii.String(outdir),
		Context: &map[string]interface{}{"targetVersions": map[string]string{"terraform": ">=1.11.0"}},
	})
	stack := cdktf.NewTerraformStack(app, jsii.String("features"))
	coffer.NewCofferProvider(stack, jsii.String("coffer"), nil)
	build(stack)
	app.Synth()
}

// Places that take no secret value.
var places = []struct {
	name string
	put  func(cdktf.TerraformStack, coffer.SecretValue)
}{
	{"%v", formatted("%v")},
	{"%+v", formatted("%+v")},
	{"%#v", formatted("%#v")},
	{"%s", formatted("%s")},
	{"%d", formatted("%d")},
	{"struct", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		output(stack, "X", jsii.String(fmt.Sprint([]struct{ Value coffer.SecretValue }{{value}})))
	}},
	{"concatenation", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		output(stack, "X", jsii.String("opened with "+value.(fmt.Stringer).String()))
	}},
	{"json", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		text, _ := json.Marshal(map[string]interface{}{"a": value})
		output(stack, "X", jsii.String(string(text)))
	}},
	{"toString", func(stack cdktf.TerraformStack, value coffer.SecretValue) { output(stack, "X", value.ToString()) }},
	{"toJSON", func(stack cdktf.TerraformStack, value coffer.SecretValue) { output(stack, "X", value.ToJSON()) }},
	{"jsonencode", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		output(stack, "X", cdktf.Fn_Jsonencode(map[string]interface{}{"a": value}))
	}},
	{"output", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		output(stack, "X", []interface{}{map[string]interface{}{"a": value}})
	}},
	{"token", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		output(stack, "X", cdktf.Token_AsString(value, nil))
	}},
}

func formatted(verb string) func(cdktf.TerraformStack, coffer.SecretValue) {
	return func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		output(stack, "X", jsii.String(fmt.Sprintf("opened with "+verb, value)))
	}
}

func misplaced() {
	for _, place := range places {
		func() {
			defer func() {
				if refused := recover(); refused != nil {
					fmt.Println("misplaced: refused", place.name, strings.Contains(fmt.Sprint(refused), "SecretValue.json"))
				}
			}()
			synth("misplaced.out", func(stack cdktf.TerraformStack) {
				place.put(stack, coffer.SecretValue_FromVariable(stack, jsii.String("secret"), nil))
			})
			fmt.Println("misplaced: stored by", place.name)
		}()
	}
}

func features(stack cdktf.TerraformStack) {
	for _, name := range []string{"random", "time"} {
		stack.AddOverride(jsii.String("terraform.required_providers."+name), map[string]string{"source": "hashicorp/" + name})
	}
	sessionKey := coffer.NewSecret(stack, jsii.String("SessionKey"), &coffer.SecretProps{
		SecretName: jsii.String("session-key"),
		GenerateValue: &coffer.SecretGeneration{
			Length:      jsii.Number(32),
			Special:     jsii.Bool(false),
			RotateAfter: coffer.Duration_Parse(jsii.String("P90D")),
			Version:     jsii.String("1"),
		},
	})
	sessionKey.ApplyRemovalPolicy(coffer.RemovalPolicy_PROTECT)

	uploads := coffer.NewBucket(stack, jsii.String("Uploads"), &coffer.BucketProps{
		MaxSize:       coffer.Size_Gibibytes(jsii.Number(1)),
		CreateTimeout: coffer.Duration_Millis(jsii.Number(90_000)).Plus(coffer.Duration_Minutes(jsii.Number(1))),
	})
	uploads.ApplyRemovalPolicy(coffer.RemovalPolicy_DESTROY)
	archive := l1.NewBucket(stack, jsii.String("Archive"), &l1.BucketConfig{MaxSize: jsii.Number(1024)})
	overlap := coffer.Duration_Parse(jsii.String("1h30m")).Plus(coffer.Duration_Hours(jsii.Number(12)))
	reader := coffer.NewRotatingAccessKey(stack, jsii.String("Reader"), &coffer.RotatingAccessKeyProps{Overlap: overlap})
	uploads.Grants().Read(reader)
	grant := coffer.BucketGrants_FromBucket(archive).Read(reader)

	password := coffer.SecretValue_FromVariable(stack, jsii.String("database_password"),
		&coffer.SecretVariableOptions{Version: jsii.String("1")})
	url := coffer.SecretValue_Template(jsii.String("postgres://{user}:{password}@{host}/app"), &map[string]interface{}{
		"user": "app@example.com", "password": password, "host": "db.example.com:5432",
	}, nil)
	coffer.NewSecret(stack, jsii.String("Database"), &coffer.SecretProps{
		SecretName: jsii.String("database"),
		ObjectValue: &map[string]interface{}{
			"url":    url,
			"login":  map[string]interface{}{"password": password, "tls": true},
			"ports":  []interface{}{5432, 5433},
			"bucket": uploads.Alias(),
		},
	})

	output(stack, "session_key_name", sessionKey.SecretName())
	output(stack, "overlap_seconds", overlap.ToSeconds())
	output(stack, "same_permission", grant.Permission() == coffer.Permission_READ)
	output(stack, "same_size", coffer.Size_Gibibytes(jsii.Number(1)).IsEqualTo(coffer.Size_Mebibytes(jsii.Number(1024))))
	output(stack, "access_matrix", coffer.CofferTesting_AccessMatrix(stack))
	output(stack, "same_duration", overlap.IsEqualTo(coffer.Duration_Hours(jsii.Number(13))))
	output(stack, "are_buckets", []interface{}{coffer.Bucket_IsBucket(uploads), coffer.Bucket_IsBucket(reader)})
}

func output(stack cdktf.TerraformStack, name string, value interface{}) {
	cdktf.NewTerraformOutput(stack, jsii.String(name), &cdktf.TerraformOutputConfig{Value: value})
}
