// Drives the compiled provider of examples/framework with HashiCorp's test framework, as any provider in Go is tested.
// The command line is that of TF_ACC_TERRAFORM_PATH, and TF_CLI_CONFIG_FILE says where the provider is.
package plugintesting

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"
)

func external(name string) map[string]resource.ExternalProvider {
	return map[string]resource.ExternalProvider{name: {Source: "example/" + name}}
}

// Identities are of Terraform 1.12, which OpenTofu 1.12 has, too, but for its JSON.
func needsIdentity(t *testing.T) []tfversion.TerraformVersionCheck {
	if os.Getenv("PRODUCT") == "OpenTofu" {
		t.Skip("OpenTofu shows no identities in JSON")
	}
	return []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)}
}

func pet(image string) string {
	return fmt.Sprintf("resource \"scratch_pet\" \"a\" {\n  keepers = { image = %q }\n  length = 3\n}\n", image)
}

func TestPet(t *testing.T) {
	const at = "scratch_pet.a"
	id := tfjsonpath.New("id")
	differs := statecheck.CompareValue(differ{})
	resource.Test(t, resource.TestCase{
		ExternalProviders: external("scratch"),
		Steps: []resource.TestStep{
			{
				Config:      "resource \"scratch_pet\" \"a\" {\n  length = 9\n}\n",
				ExpectError: regexp.MustCompile(`from 1 to 5`),
			},
			{
				Config: pet("debian-13"),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{
						plancheck.ExpectResourceAction(at, plancheck.ResourceActionCreate),
						plancheck.ExpectUnknownValue(at, id),
						plancheck.ExpectKnownValue(at, tfjsonpath.New("separator"), knownvalue.StringExact("-")),
					},
					PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
				},
				ConfigStateChecks: []statecheck.StateCheck{
					differs.AddStateValue(at, id),
					statecheck.ExpectKnownValue(at, id, knownvalue.StringRegexp(regexp.MustCompile(`^\w+-\w+-\w+$`))),
					statecheck.ExpectKnownValue(at, tfjsonpath.New("length"), knownvalue.Int64Exact(3)),
				},
			},
			{
				Config: pet("debian-14"),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(at, plancheck.ResourceActionReplace)},
				},
				ConfigStateChecks: []statecheck.StateCheck{differs.AddStateValue(at, id)},
			},
			{
				ResourceName:            at,
				ImportState:             true,
				ImportStateVerify:       true,
				ImportStateVerifyIgnore: []string{"keepers", "length", "separator"},
			},
			{RefreshState: true},
			{Config: pet("debian-14"), PlanOnly: true},
		},
	})
}

func file(folder, body string) string {
	return fmt.Sprintf("provider \"scratch\" {\n  directory = %q\n}\n", folder) +
		fmt.Sprintf("resource \"scratch_file\" \"a\" {\n  path = \"a.txt\"\n%s\n}\n", body)
}

func TestFile(t *testing.T) {
	const at = "scratch_file.a"
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	has := func(text string) resource.TestCheckFunc {
		return func(*terraform.State) error {
			if found, err := os.ReadFile(path); err != nil || string(found) != text {
				return fmt.Errorf("%q, and not %q: %v", found, text, err)
			}
			return nil
		}
	}
	resource.Test(t, resource.TestCase{
		ExternalProviders: external("scratch"),
		CheckDestroy: func(*terraform.State) error {
			if _, err := os.Stat(path); !os.IsNotExist(err) {
				return fmt.Errorf("the file is still there: %v", err)
			}
			return nil
		},
		Steps: []resource.TestStep{
			{Config: file(folder, ``), ExpectError: regexp.MustCompile(`Set content or content_wo`)},
			{Config: file(folder, `content = ""`), Check: has("")},
			{
				Config: file(folder, `content = "one"`),
				Check:  has("one"),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{
						plancheck.ExpectResourceAction(at, plancheck.ResourceActionUpdate),
						plancheck.ExpectUnknownValue(at, tfjsonpath.New("sha256")),
					},
				},
			},
			{ResourceName: at, ImportState: true, ImportStateId: "a.txt", ImportStateVerifyIgnore: []string{"content"}, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "path"},
			{
				PreConfig: func() { _ = os.Remove(path) },
				Config:    file(folder, `content = "one"`),
				Check:     has("one"),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(at, plancheck.ResourceActionCreate)},
				},
			},
			{
				Config: file(folder, "content_wo = \"sesame\"\ncontent_wo_version = 1"),
				Check:  has("sesame"),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(at, tfjsonpath.New("content_wo"), knownvalue.Null()),
					statecheck.ExpectKnownValue(at, tfjsonpath.New("content"), knownvalue.Null()),
				},
			},
		},
	})
}

type differ struct{}

func (differ) CompareValues(values ...any) error {
	for i, one := range values {
		for _, other := range values[:i] {
			if one == other {
				return fmt.Errorf("%v is there twice", one)
			}
		}
	}
	return nil
}
