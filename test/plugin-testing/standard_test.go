package plugintesting

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

// One test, of both programs.
func TestStandard(t *testing.T) {
	inGo := map[string]func() (tfprotov6.ProviderServer, error){
		"standard": providerserver.NewProtocol6WithError(standard{}),
	}
	t.Run("Go", func(t *testing.T) { alike(t, resource.TestCase{ProtoV6ProviderFactories: inGo}) })
	t.Run("TypeScript", func(t *testing.T) { alike(t, resource.TestCase{ExternalProviders: external("standard")}) })
}

func alike(t *testing.T, test resource.TestCase) {
	const at = "standard_thing.a"
	path := filepath.Join(t.TempDir(), "sent.json")
	config := func(name, ratio, policy string) string {
		return fmt.Sprintf("resource \"standard_thing\" \"a\" {\n  path = %q\n  name = %q\n  ratio = %s\n  policy = %q\n}\n", path, name, ratio, policy)
	}
	sent := func(name, ratio string) resource.TestCheckFunc {
		start := fmt.Sprintf(`{"name":%q,"ratio":%s,`, name, ratio)
		return func(*terraform.State) error {
			if found, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(found), start) {
				return fmt.Errorf("%s, and not %s: %v", found, start, err)
			}
			return nil
		}
	}
	const policy = `{ "b": 1, "a": [true] }`
	const compact = `{"a":[true],"b":1}`
	empty := resource.ConfigPlanChecks{PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
	test.Steps = []resource.TestStep{
		// A fraction is a number in JSON (item 1), and what is configured stays as long as what the service has means the same.
		{
			Config: config("a", "0.1", policy), Check: sent("a", "0.1"), ConfigPlanChecks: empty,
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(at, tfjsonpath.New("policy"), knownvalue.StringExact(policy)),
				statecheck.ExpectKnownValue(at, tfjsonpath.New("address"), knownvalue.StringExact("10.0.0.1")),
			},
		},
		{Config: config("a", "null", policy), Check: sent("a", "null"), ConfigPlanChecks: empty},
		{Config: config("a", "1 / 3", policy), Check: sent("a", "0.3333333333333333"), ConfigPlanChecks: empty},
		// A computed attribute that an update leaves open is an error, and never null (item 2).
		{
			Config: config("forget", "0.5", policy),
			// One says that it is missing, the other that it is still unknown.
			ExpectError: regexp.MustCompile(`address[\s\S]*(missing|unknown)|(missing|unknown)[\s\S]*address`),
		},
		{
			Config: config("b", "2", policy), Check: sent("b", "2"), ConfigPlanChecks: empty,
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(at, tfjsonpath.New("address"), knownvalue.StringExact("10.0.0.1")),
			},
		},
	}
	resource.Test(t, test)

	// By identity and by id, an import is of the whole object. Go's framework would plan an update of 0.1, which is not the double that it reads.
	test.TerraformVersionChecks = needsIdentity(t)
	test.Steps = []resource.TestStep{
		{
			Config: config("a", "0.5", compact),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectIdentityValueMatchesState(at, tfjsonpath.New("path")),
			},
		},
		{ResourceName: at, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity},
		{ResourceName: at, ImportState: true, ImportStateKind: resource.ImportBlockWithID, ImportStateId: path},
		{ResourceName: at, ImportState: true, ImportStateVerify: true, ImportStateId: path, ImportStateVerifyIdentifierAttribute: "path"},
	}
	resource.Test(t, test)
}
