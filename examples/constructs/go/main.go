// Synthesizes what a web application needs around it: two secrets, access to its private image, and storage for uploads.
package main

import (
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/coffer/cdktf-coffer-go/coffer"
	"github.com/hashicorp/terraform-cdk-go/cdktf"
)

func newWebAppStack(scope constructs.Construct, id string) cdktf.TerraformStack {
	stack := cdktf.NewTerraformStack(scope, jsii.String(id))

	// URL, token and project come from COFFER_BASE_URL, COFFER_TOKEN and COFFER_PROJECT_ID when Terraform runs.
	coffer.NewCofferProvider(stack, jsii.String("coffer"), nil)

	coffer.NewSecret(stack, jsii.String("PaymentApiKey"), &coffer.SecretProps{
		SecretName: jsii.String("payment-api-key"),
		Value:      secretVariable(stack, "payment_api_key", "API key of the payment service."),
	})
	coffer.NewSecret(stack, jsii.String("SessionSecret"), &coffer.SecretProps{
		SecretName: jsii.String("session-secret"),
		Value: secretVariable(stack, "session_secret",
			"Signs session cookies: nobody needs to know it, so draw it at random."),
	})

	image := coffer.PullSecret_ForGhcr(stack, jsii.String("Image"), &coffer.GhcrPullSecretProps{
		Username: textVariable(stack, "ghcr_username", "GitHub login that owns the token.", nil),
		Token:    secretVariable(stack, "ghcr_token", "Classic personal access token with read:packages."),
	})

	uploads := coffer.NewBucket(stack, jsii.String("Uploads"), &coffer.BucketProps{
		MaxSize:     coffer.Size_Gibibytes(jsii.Number(5)),
		Description: jsii.String("Files that visitors send us"),
	})

	// A key has one permission for all its buckets, so reading and writing are two keys.
	reader := coffer.NewAccessKey(stack, jsii.String("Reader"), nil)
	uploads.GrantRead(reader)
	writer := coffer.NewAccessKey(stack, jsii.String("Writer"), nil)
	uploads.GrantWrite(writer)

	output(stack, "pull_secret_id", image.PullSecretId())
	output(stack, "uploads_bucket", uploads.Alias())
	output(stack, "uploads_endpoint", uploads.Endpoint())
	reader.OutputCredentials(jsii.String("uploads_reader"))
	writer.OutputCredentials(jsii.String("uploads_writer"))
	return stack
}

// secretVariable declares a write-only value and, beside it, the variable that says when it changed: <name>_version.
func secretVariable(stack cdktf.TerraformStack, name, description string) coffer.SecretValue {
	version := textVariable(stack, name+"_version", "Change it together with "+name+".", jsii.String("1"))
	return coffer.SecretValue_FromVariable(stack, jsii.String(name), &coffer.SecretVariableOptions{
		Description: jsii.String(description),
		Version:     version,
	})
}

func textVariable(stack cdktf.TerraformStack, name, description string, defaultText *string) *string {
	config := &cdktf.TerraformVariableConfig{Type: jsii.String("string"), Description: jsii.String(description)}
	if defaultText != nil {
		config.Default = defaultText
	}
	return cdktf.NewTerraformVariable(stack, jsii.String(name), config).StringValue()
}

func output(stack cdktf.TerraformStack, name string, value *string) {
	cdktf.NewTerraformOutput(stack, jsii.String(name), &cdktf.TerraformOutputConfig{Value: value, Sensitive: jsii.Bool(true)})
}

func main() {
	app := cdktf.NewApp(nil)
	newWebAppStack(app, "web-app")
	app.Synth()
}
