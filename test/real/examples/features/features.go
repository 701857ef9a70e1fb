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
	{"merge", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		output(stack, "X", cdktf.Fn_Merge(&[]interface{}{map[string]interface{}{"a": value}}))
	}},
	{"output", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		output(stack, "X", []interface{}{map[string]interface{}{"a": value}})
	}},
	{"local", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		cdktf.NewTerraformLocal(stack, jsii.String("X"), map[string]interface{}{"a": value})
	}},
	{"default", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		cdktf.NewTerraformVariable(stack, jsii.String("X"), &cdktf.TerraformVariableConfig{Default: value})
	}},
	{"terraform_data", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		input := &map[string]interface{}{"a": value}
		cdktf.NewDataResource(stack, jsii.String("X"), &cdktf.DataConfig{Input: input})
	}},
	{"override", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		one := cdktf.NewTerraformOutput(stack, jsii.String("X"), &cdktf.TerraformOutputConfig{Value: jsii.String("x")})
		one.AddOverride(jsii.String("value"), map[string]interface{}{"a": value})
	}},
	{"stack", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		stack.AddOverride(jsii.String("terraform.x"), value)
	}},
	{"module", func(stack cdktf.TerraformStack, value coffer.SecretValue) {
		cdktf.NewTerraformHclModule(stack, jsii.String("X"), &cdktf.TerraformHclModuleConfig{
			Source: jsii.String("a/b/c"), Variables: &map[string]interface{}{"a": value},
		})
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

	cdktf.Aspects_Of(stack).Add(coffer.NewMaxQuota(coffer.Size_Gibibytes(jsii.Number(1)), nil))
	cdktf.Aspects_Of(stack).Add(coffer.NewNoCrossStackSecrets(nil))
	cdktf.Aspects_Of(stack).Add(coffer.NewNoOwnerKeys(nil))
	cdktf.Aspects_Of(stack).Add(coffer.NewNoPlainTextSecrets(nil))
	cdktf.Aspects_Of(stack).Add(coffer.NewRequireRotation(&coffer.PolicyOptions{WarnOnly: jsii.Bool(true)}))

	legacy := coffer.AccessKey_FromAccessKeyAttributes(stack, jsii.String("Legacy"), &coffer.AccessKeyAttributes{
		AccessKeyId:     jsii.String("GK31c2f218a2e44f485b94239e"),
		Endpoint:        jsii.String("http-eu.example.com"),
		SecretAccessKey: coffer.SecretValue_FromVariable(stack, jsii.String("legacy_secret_access_key"), nil),
	})
	coffer.NewSecret(stack, jsii.String("LegacyEnvironment"), &coffer.SecretProps{
		SecretName: jsii.String("legacy-environment"),
		Value: coffer.SecretValue_FromEphemeral(cdktf.Fn_Jsonencode(uploads.Environment(legacy, nil)),
			&coffer.SecretValueOptions{Version: jsii.String("1")}),
	})

	password := coffer.SecretValue_FromVariable(stack, jsii.String("legacy_secret_access_key"),
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
	tenants(stack)
}

func tenants(stack cdktf.TerraformStack) {
	quotas := cdktf.NewTerraformVariable(stack, jsii.String("quotas"), &cdktf.TerraformVariableConfig{
		Type:    jsii.String("map(number)"),
		Default: map[string]float64{"acme": 1_000_000, "umbrella": 2_000_000},
	})
	each := cdktf.TerraformIterator_FromMap(cdktf.Token_AsAnyMap(quotas.StringValue(), nil))
	buckets := coffer.Bucket_ForEach(stack, jsii.String("Tenant"), each, &coffer.BucketProps{
		MaxSize:     coffer.Size_Bytes(cdktf.Token_AsNumber(each.Value())),
		Description: each.Key(),
	})
	coffer.Policy_Suppress(buckets, coffer.PolicyRule_MAX_QUOTA, jsii.String("The variable says the quotas"))
	secrets := coffer.Secret_ForEach(stack, jsii.String("TenantNote"), each, &coffer.SecretProps{
		SecretName: cdktf.Fn_Join(jsii.String("-"), &[]*string{jsii.String("tenant"), each.Key()}),
		Value:      coffer.SecretValue_FromVariable(stack, jsii.String("legacy_secret_access_key"), nil),
	})
	auditor := coffer.NewRotatingAccessKey(stack, jsii.String("Auditor"), nil)
	buckets.Grant(auditor, coffer.Permission_READ)
	auditor.StoreIn(jsii.String("auditor"), nil)
	owner := coffer.NewRotatingAccessKey(stack, jsii.String("TenantOwner"), nil)
	owner.Resource().SetForEach(each)
	buckets.Each().Grant(owner, coffer.Permission_READ_WRITE)

	to := buckets.At(jsii.String("acme")).Connection(auditor, &coffer.BucketEnvironmentOptions{Region: jsii.String("eu-1")})
	output(stack, "connection", []interface{}{to.Endpoint, to.Region, to.Bucket, to.AccessKeyId, to.SecretName})
	output(stack, "tenants", buckets.Aliases())
	output(stack, "tenant_notes", []interface{}{secrets.SecretNames(), secrets.At(jsii.String("umbrella")).SecretName()})
}

func output(stack cdktf.TerraformStack, name string, value interface{}) {
	cdktf.NewTerraformOutput(stack, jsii.String(name), &cdktf.TerraformOutputConfig{Value: value})
}
