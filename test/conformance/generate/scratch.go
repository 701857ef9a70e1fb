package generate

import "github.com/zclconf/go-cty/cty"

// The configurations of the framework's own example.

func (d Dice) pet(World) values {
	given := values{"separator": d.maybe(d.Text)}
	if d.Chance(60) {
		given["keepers"] = d.texts()
	}
	if d.Chance(60) {
		given["length"] = cty.NumberIntVal(int64(d.Between(1, 5)))
	}
	return given
}

func (d Dice) integer(World) values {
	least := d.Int64N(1<<uint(d.Between(1, 60))) - d.Int64N(1<<uint(d.Between(1, 60)))
	given := values{
		"min": cty.NumberIntVal(least), "max": cty.NumberIntVal(least + d.Int64N(1<<uint(d.Between(1, 47)))),
	}
	if d.Chance(60) {
		given["keepers"] = d.texts()
	}
	return given
}

func (d Dice) file(world World) values {
	if d.Chance(50) {
		return values{"content": cty.StringVal(d.SomeText())}
	}
	return values{
		"content_wo": cty.StringVal(d.Secret(world.Canary)), "content_wo_version": cty.NumberIntVal(int64(d.Between(1, 1000))),
	}
}

func (d Dice) password(World) values {
	if d.Chance(30) {
		return values{}
	}
	return values{"length": cty.NumberIntVal(int64(d.Between(8, 200)))}
}
