// Package plugintesting has programs that the framework in TypeScript and HashiCorp's in Go must treat alike.
package plugintesting

import (
	"context"
	"encoding/json"
	"os"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// The program of standard/provider.ts: it sends what is planned as JSON to a file, and forgets the address in an update to "forget".
type standard struct{}

func (standard) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "standard"
}
func (standard) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}
func (standard) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}
func (standard) DataSources(context.Context) []func() datasource.DataSource { return nil }
func (standard) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return thing{} }}
}

type thing struct{}

type model struct {
	Path    types.String         `tfsdk:"path"`
	Name    types.String         `tfsdk:"name"`
	Ratio   types.Float64        `tfsdk:"ratio"`
	Policy  jsontypes.Normalized `tfsdk:"policy"`
	Address types.String         `tfsdk:"address"`
}

func (thing) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "standard_thing"
}

func (thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"path": schema.StringAttribute{
			Required:      true,
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
		},
		"name":    schema.StringAttribute{Required: true},
		"ratio":   schema.Float64Attribute{Optional: true},
		"policy":  schema.StringAttribute{Optional: true, CustomType: jsontypes.NormalizedType{}},
		"address": schema.StringAttribute{Computed: true},
	}}
}

// What the service keeps of a thing: in its own form, and without an address.
type body struct {
	Name   string          `json:"name"`
	Ratio  *float64        `json:"ratio"`
	Policy json.RawMessage `json:"policy"`
}

func send(plan *model) error {
	sent := body{Name: plan.Name.ValueString(), Ratio: plan.Ratio.ValueFloat64Pointer(), Policy: json.RawMessage("null")}
	if !plan.Policy.IsNull() {
		var policy any
		if err := json.Unmarshal([]byte(plan.Policy.ValueString()), &policy); err != nil {
			return err
		}
		sent.Policy, _ = json.Marshal(policy)
		plan.Policy = jsontypes.NewNormalizedValue(string(sent.Policy))
	}
	text, err := json.Marshal(sent)
	if err != nil {
		return err
	}
	return os.WriteFile(plan.Path.ValueString(), text, 0o600)
}

type identity struct {
	Path types.String `tfsdk:"path"`
}

func (thing) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"path": identityschema.StringAttribute{RequiredForImport: true},
	}}
}

func (thing) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("path"), path.Root("path"), req, resp)
}

func (thing) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	put(ctx, req.Plan, &resp.State, resp.Identity, &resp.Diagnostics, true)
}

func (thing) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	text, err := os.ReadFile(state.Path.ValueString())
	if os.IsNotExist(err) {
		resp.State.RemoveResource(ctx)
		return
	}
	var found body
	if err := json.Unmarshal(text, &found); err != nil {
		resp.Diagnostics.AddError("Cannot read", err.Error())
	}
	state.Name, state.Ratio = types.StringValue(found.Name), types.Float64PointerValue(found.Ratio)
	state.Policy = jsontypes.NewNormalizedNull()
	if string(found.Policy) != "null" {
		state.Policy = jsontypes.NewNormalizedValue(string(found.Policy))
	}
	state.Address = types.StringValue("10.0.0.1")
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, identity{state.Path})...)
}

func (thing) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	put(ctx, req.Plan, &resp.State, resp.Identity, &resp.Diagnostics, false)
}

// put sends a plan, and decides its address, but not in an update to the name "forget".
func put(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State, id *tfsdk.ResourceIdentity, diagnostics *diag.Diagnostics, creates bool) {
	var wanted model
	diagnostics.Append(plan.Get(ctx, &wanted)...)
	if err := send(&wanted); err != nil {
		diagnostics.AddError("Cannot send", err.Error())
	}
	if creates || wanted.Name.ValueString() != "forget" {
		wanted.Address = types.StringValue("10.0.0.1")
	}
	diagnostics.Append(state.Set(ctx, wanted)...)
	diagnostics.Append(id.Set(ctx, identity{wanted.Path})...)
}

func (thing) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	_ = os.Remove(state.Path.ValueString())
}
