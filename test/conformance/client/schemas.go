package client

import (
	"fmt"
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"coffer.example/conformance/core"
	"coffer.example/conformance/tfplugin6"
)

// Schemas is all that a provider offers.
type Schemas struct {
	Provider     core.Attributes
	Resources    map[string]core.Attributes
	Versions     map[string]int64
	Identities   map[string]cty.Type
	DataSources  map[string]core.Attributes
	Ephemerals   map[string]core.Attributes
	Lists        map[string]core.Attributes
	Actions      map[string]core.Attributes
	Functions    map[string]*Function
	Capabilities *tfplugin6.ServerCapabilities
}

// Function is what a schema says of a function.
type Function struct {
	Parameters []Parameter
	Returns    cty.Type
}

// Parameter is one of a function.
type Parameter struct {
	Name          string
	Type          cty.Type
	AllowsNull    bool
	AllowsUnknown bool
}

func readSchemas(p *Provider) (*Schemas, error) {
	var response tfplugin6.GetProviderSchema_Response
	if err := p.Call(&tfplugin6.GetProviderSchema_Request{}, &response); err != nil {
		return nil, err
	}
	if len(response.Diagnostics) > 0 {
		return nil, fmt.Errorf("GetProviderSchema: %v", response.Diagnostics)
	}
	schemas := &Schemas{Versions: map[string]int64{}, Capabilities: response.ServerCapabilities}
	var err error
	if schemas.Provider, err = core.FromSchema(response.Provider); err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	for name, schema := range response.ResourceSchemas {
		schemas.Versions[name] = schema.Version
	}
	actions := map[string]*tfplugin6.Schema{}
	for name, action := range response.ActionSchemas {
		actions[name] = action.Schema
	}
	for _, group := range []struct {
		into *map[string]core.Attributes
		from map[string]*tfplugin6.Schema
	}{
		{&schemas.Resources, response.ResourceSchemas},
		{&schemas.DataSources, response.DataSourceSchemas},
		{&schemas.Ephemerals, response.EphemeralResourceSchemas},
		{&schemas.Lists, response.ListResourceSchemas},
		{&schemas.Actions, actions},
	} {
		if *group.into, err = readAll(group.from); err != nil {
			return nil, err
		}
	}
	if schemas.Functions, err = readFunctions(response.Functions); err != nil {
		return nil, err
	}
	if schemas.Identities, err = readIdentities(p); err != nil {
		return nil, err
	}
	return schemas, agreesWithMetadata(p, schemas)
}

func readAll(all map[string]*tfplugin6.Schema) (map[string]core.Attributes, error) {
	read := map[string]core.Attributes{}
	for name, schema := range all {
		attributes, err := core.FromSchema(schema)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		read[name] = attributes
	}
	return read, nil
}

func readFunctions(all map[string]*tfplugin6.Function) (map[string]*Function, error) {
	functions := map[string]*Function{}
	for name, one := range all {
		returns, err := ctyjson.UnmarshalType(one.Return.GetType())
		if err != nil {
			return nil, fmt.Errorf("function %s: %w", name, err)
		}
		function := &Function{Returns: returns}
		parameters := one.Parameters
		if one.VariadicParameter != nil {
			parameters = append(parameters, one.VariadicParameter)
		}
		for _, parameter := range parameters {
			ty, err := ctyjson.UnmarshalType(parameter.Type)
			if err != nil {
				return nil, fmt.Errorf("function %s: %w", name, err)
			}
			function.Parameters = append(function.Parameters, Parameter{
				Name: parameter.Name, Type: ty,
				AllowsNull: parameter.AllowNullValue, AllowsUnknown: parameter.AllowUnknownValues,
			})
		}
		functions[name] = function
	}
	return functions, nil
}

func readIdentities(p *Provider) (map[string]cty.Type, error) {
	var response tfplugin6.GetResourceIdentitySchemas_Response
	if err := p.Call(&tfplugin6.GetResourceIdentitySchemas_Request{}, &response); err != nil {
		return nil, err
	}
	identities := map[string]cty.Type{}
	for name, schema := range response.IdentitySchemas {
		types := map[string]cty.Type{}
		for _, attribute := range schema.IdentityAttributes {
			ty, err := ctyjson.UnmarshalType(attribute.Type)
			if err != nil {
				return nil, fmt.Errorf("identity of %s: %w", name, err)
			}
			types[attribute.Name] = ty
		}
		identities[name] = cty.Object(types)
	}
	return identities, nil
}

// agreesWithMetadata compares the schema with the short answer that core asks for first.
func agreesWithMetadata(p *Provider, schemas *Schemas) error {
	var metadata tfplugin6.GetMetadata_Response
	if err := p.Call(&tfplugin6.GetMetadata_Request{}, &metadata); err != nil {
		return err
	}
	for what, names := range map[string][2][]string{
		"resources":           {namesOf(metadata.Resources), slices.Sorted(maps.Keys(schemas.Resources))},
		"data sources":        {namesOf(metadata.DataSources), slices.Sorted(maps.Keys(schemas.DataSources))},
		"ephemeral resources": {namesOf(metadata.EphemeralResources), slices.Sorted(maps.Keys(schemas.Ephemerals))},
		"list resources":      {namesOf(metadata.ListResources), slices.Sorted(maps.Keys(schemas.Lists))},
		"actions":             {namesOf(metadata.Actions), slices.Sorted(maps.Keys(schemas.Actions))},
	} {
		if !slices.Equal(names[0], names[1]) {
			return fmt.Errorf("GetMetadata names the %s %v, GetProviderSchema %v", what, names[0], names[1])
		}
	}
	return nil
}

func namesOf[M interface{ GetTypeName() string }](all []M) []string {
	var names []string
	for _, one := range all {
		names = append(names, one.GetTypeName())
	}
	slices.Sort(names)
	return names
}
