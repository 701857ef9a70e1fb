package main

import (
	"github.com/aws/jsii-runtime-go"
	"github.com/coffer/cdktf-coffer-go/coffer"
	"github.com/coffer/cdktf-coffer-go/coffer/l1"
	"github.com/hashicorp/terraform-cdk-go/cdktf"
)

// The program of test/deploy/features.ts. It runs before the one on the page of the package, which is in main.
func init() {
	app := cdktf.NewApp(&cdktf.AppConfig{
		Outdir:  jsii.String("features.out"),
		Context: &map[string]interface{}{"targetVersions": map[string]string{"terraform": ">=1.11.0"}},
	})
	stack := cdktf.NewTerraformStack(app, jsii.String("features"))
	coffer.NewCofferProvider(stack, jsii.String("coffer"), nil)
	features(stack)
	app.Synth()
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

	output(stack, "session_key_name", sessionKey.SecretName())
	output(stack, "overlap_seconds", overlap.ToSeconds())
	output(stack, "same_permission", grant.Permission() == coffer.Permission_READ)
	output(stack, "same_size", coffer.Size_Gibibytes(jsii.Number(1)).IsEqualTo(coffer.Size_Mebibytes(jsii.Number(1024))))
	output(stack, "same_duration", overlap.IsEqualTo(coffer.Duration_Hours(jsii.Number(13))))
}

func output(stack cdktf.TerraformStack, name string, value interface{}) {
	cdktf.NewTerraformOutput(stack, jsii.String(name), &cdktf.TerraformOutputConfig{Value: value})
}
