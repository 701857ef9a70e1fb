package generate

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"coffer.example/conformance/core"
)

// World is what a configuration can refer to.
type World struct {
	// Case makes names that no other case has.
	Case      uint64
	ProjectID string
	BucketIDs []string
	SecretID  string
	// Found are objects that are there, by data source: each way to name one.
	Found map[string]map[string]string
	// Folder is where files are made, by a provider that needs no service.
	Folder string
	// Canary is a word that only what is secret in this case has.
	Canary string
}

type values = map[string]cty.Value

// writers write the configurations that the provider has to take, for every resource and ephemeral resource.
var writers = map[string]func(Dice, World) values{
	"coffer_secret":               Dice.secret,
	"coffer_bucket":               Dice.bucket,
	"coffer_pull_secret":          Dice.pullSecret,
	"coffer_access_key":           Dice.accessKey,
	"coffer_rotating_access_key":  Dice.rotatingAccessKey,
	"ephemeral.coffer_access_key": Dice.accessKey,
	"scratch_pet":                 Dice.pet,
	"scratch_integer":             Dice.integer,
	"scratch_file":                Dice.file,
	"ephemeral.scratch_password":  Dice.password,
}

// Valid draws a configuration of a resource that the provider has to take. It is an error if nobody knows how to write one.
func (d Dice) Valid(resource string, attributes core.Attributes, world World) (cty.Value, error) {
	write := writers[resource]
	if write == nil {
		return cty.NilVal, fmt.Errorf("generate does not know how to write a %s", resource)
	}
	given := write(d, world)
	if _, has := attributes["timeouts"]; has {
		given["timeouts"] = d.Timeouts(attributes)
	}
	return Object(attributes, given), nil
}

// Object is a configuration with these values; what is not given is null.
func Object(attributes core.Attributes, given values) cty.Value {
	all := values{}
	for name, attribute := range attributes {
		all[name] = cty.NullVal(attribute.Type)
		if value, isGiven := given[name]; isGiven && !value.IsNull() {
			all[name] = value
		}
	}
	return cty.ObjectVal(all)
}

func (d Dice) secret(world World) values {
	given := values{"name": cty.StringVal(d.secretName(world)), "project_id": d.project(world)}
	encoding := Pick(d, "", "utf8", "base64")
	if encoding != "" {
		given["value_encoding"] = cty.StringVal(encoding)
	}
	if method := Pick(d, "", "", "version", "version", "fingerprint"); method != "" && (method != "fingerprint" || d.Chance(30)) {
		given["change_detection"] = cty.StringVal(method)
	}
	given["deletion_protection"] = d.unprotected()
	text := d.Secret(world.Canary)
	if encoding == "base64" {
		text = base64.StdEncoding.EncodeToString([]byte(text + string([]byte{0xff, 0xfe, 0x00})))
	}
	if d.Chance(50) {
		given["value"] = cty.StringVal(text)
	} else {
		given["value_wo"] = cty.StringVal(text)
		given["value_wo_version"] = d.maybe(d.Text)
	}
	return given
}

// secretName is of lowercase letters, digits and hyphens.
func (d Dice) secretName(world World) string {
	return Pick(d, "", "-", "0", "__proto__"[2:7], "constructor") + fmt.Sprintf("case-%d-%s", world.Case, d.Word(d.Between(1, 40)))
}

func (d Dice) project(world World) cty.Value {
	if d.Chance(70) {
		return cty.NullVal(cty.String)
	}
	return cty.StringVal(world.ProjectID)
}

func (d Dice) maybe(text func() string) cty.Value {
	if d.Chance(40) {
		return cty.NullVal(cty.String)
	}
	return cty.StringVal(text())
}

func (d Dice) maybeBool() cty.Value {
	return Pick(d, cty.NullVal(cty.Bool), cty.True, cty.False)
}

// Every story replaces and destroys what it has made.
func (d Dice) unprotected() cty.Value {
	return Pick(d, cty.NullVal(cty.Bool), cty.False)
}

func (d Dice) bucket(world World) values {
	size := cty.NumberIntVal(1 + d.Int64N(1<<uint(d.Between(1, 62))))
	if d.Chance(40) {
		size = cty.MustParseNumberVal(Pick(d, "1", "2", "9007199254740991", "9007199254740993", "9223372036854775807", "9223372036854775806", "4294967296"))
	}
	return values{
		"max_size": size, "project_id": d.project(world), "description": d.maybe(d.Text), "force_destroy": d.maybeBool(),
		"deletion_protection": d.unprotected(),
		// Looking into the bucket costs a key and several requests.
		"destroy_check": cty.StringVal(Pick(d, "server", "server", "server", "s3")),
		"wait_for":      d.maybe(func() string { return Pick(d, "endpoint", "listed", "none") }),
	}
}

// Timeouts are mostly not given, and never so short that an operation on a busy machine takes longer.
func (d Dice) Timeouts(attributes core.Attributes) cty.Value {
	ty := attributes.Type().AttributeType("timeouts")
	if d.Chance(70) {
		return cty.NullVal(ty)
	}
	limits := values{}
	for _, operation := range slices.Sorted(maps.Keys(ty.AttributeTypes())) {
		limits[operation] = d.maybe(func() string { return Pick(d, "90s", "1h30m", "90000ms", "1.5h", "9999h") })
	}
	return cty.ObjectVal(limits)
}

func (d Dice) pullSecret(world World) values {
	server := fmt.Sprintf("%sregistry-%d.%s.example%s", Pick(d, "", "", "https://"), world.Case, d.Word(6), Pick(d, "", "", ":5000", "/v1/"))
	given := values{"server": cty.StringVal(server), "project_id": d.project(world)}
	hasVersion := false
	for _, one := range []string{"username", "password"} {
		if d.Chance(50) {
			given[one] = cty.StringVal(d.Secret(world.Canary))
			if one == "username" {
				given[one] = cty.StringVal(d.SomeText())
			}
		} else {
			given[one+"_wo"] = cty.StringVal(d.Secret(world.Canary))
			hasVersion = true
		}
	}
	if hasVersion {
		given["password_wo_version"] = d.maybe(d.Text)
	}
	given["password_expires_at"] = d.maybe(func() string {
		return fmt.Sprintf("%d-%02d-%02dT%02d:00:00%s", d.Between(2000, 2090), d.Between(1, 12), d.Between(1, 28), d.IntN(24), Pick(d, "Z", "z", ".5Z", "+02:00"))
	})
	return given
}

func (d Dice) accessKey(world World) values {
	given := values{
		"bucket_ids": d.someOf(world.BucketIDs), "permissions": d.permissions(), "project_id": d.project(world),
	}
	if d.Chance(60) {
		given["rotation_trigger"] = d.texts()
	}
	if d.Chance(50) {
		sink := values{
			"secret_name": cty.NullVal(cty.String), "secret_id": cty.NullVal(cty.String),
			"format": d.maybe(func() string { return Pick(d, "plain", "json", "env") }),
		}
		if d.Chance(60) {
			sink["secret_name"] = cty.StringVal(d.secretName(world))
		} else {
			sink["secret_id"] = cty.StringVal(world.SecretID)
		}
		given["store_in"] = cty.ObjectVal(sink)
	}
	return given
}

func (d Dice) rotatingAccessKey(world World) values {
	given := d.accessKey(world)
	given["overlap"] = d.maybe(func() string { return Pick(d, "24h", "72h", "1h30m", "8760h", "100000h", "0s", "1ms") })
	return given
}

// someOf draws a set of at least one of a few.
func (d Dice) someOf(ids []string) cty.Value {
	var chosen []cty.Value
	for len(chosen) == 0 {
		for _, id := range ids {
			if d.Chance(50) {
				chosen = append(chosen, cty.StringVal(id))
			}
		}
	}
	return cty.SetVal(chosen)
}

func (d Dice) permissions() cty.Value {
	given := values{"read": d.maybeBool(), "write": d.maybeBool(), "owner": d.maybeBool()}
	given[Pick(d, "read", "write", "owner")] = cty.True
	return cty.ObjectVal(given)
}

// texts is a map of any texts.
func (d Dice) texts() cty.Value {
	members := values{}
	for range d.few() {
		members[cty.StringVal(d.Key()).AsString()] = cty.StringVal(d.Text())
	}
	if len(members) == 0 {
		return cty.MapValEmpty(cty.String)
	}
	return cty.MapVal(members)
}

// Mix takes some attributes of one configuration and the others of another one.
func (d Dice) Mix(attributes core.Attributes, one, other cty.Value) cty.Value {
	given := values{}
	for _, name := range names(attributes) {
		given[name] = Pick(d, one, other).GetAttr(name)
	}
	return cty.ObjectVal(given)
}

// Change draws another valid configuration for an object that exists. Mostly it keeps the name.
func (d Dice) Change(resource string, attributes core.Attributes, world World, before cty.Value) (cty.Value, error) {
	after, err := d.Valid(resource, attributes, world)
	if err != nil || d.Chance(10) {
		return after, err
	}
	given := after.AsValueMap()
	for _, kept := range []string{"name", "server", "keepers", "project_id", "bucket_ids", "max_size", "rotation_trigger", "store_in"} {
		if _, has := given[kept]; has && d.Chance(70) {
			given[kept] = before.GetAttr(kept)
		}
	}
	return cty.ObjectVal(given), nil
}
