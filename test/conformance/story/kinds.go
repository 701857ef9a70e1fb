package story

import (
	"maps"
	"slices"

	"coffer.example/conformance/generate"
)

// kind is what a case can be about.
type kind struct {
	name   string
	weight int
	tell   func(*Teller)
}

// draw chooses what a case is about: everything that the provider offers has its turn.
func (t *Teller) draw() kind {
	var kinds []kind
	for _, name := range slices.Sorted(maps.Keys(t.schemas.Resources)) {
		kinds = append(kinds,
			kind{name, 6, func(t *Teller) { t.tellResource(name, true) }},
			kind{name + " (wild)", 7, func(t *Teller) { t.tellResource(name, false) }},
			kind{name + " (state)", 2, func(t *Teller) { t.tellState(name) }},
		)
	}
	for _, name := range slices.Sorted(maps.Keys(t.schemas.DataSources)) {
		kinds = append(kinds, kind{"data." + name, 2, func(t *Teller) { t.tellDataSource(name) }})
	}
	for _, name := range slices.Sorted(maps.Keys(t.schemas.Ephemerals)) {
		kinds = append(kinds, kind{"ephemeral." + name, 4, func(t *Teller) { t.tellEphemeral(name) }})
	}
	for _, name := range slices.Sorted(maps.Keys(t.schemas.Lists)) {
		kinds = append(kinds, kind{"list." + name, 1, func(t *Teller) { t.tellList(name) }})
	}
	for _, name := range slices.Sorted(maps.Keys(t.schemas.Actions)) {
		kinds = append(kinds, kind{"action." + name, 3, func(t *Teller) { t.tellAction(name) }})
	}
	for _, name := range slices.Sorted(maps.Keys(t.schemas.Functions)) {
		kinds = append(kinds, kind{"function " + name, 3, func(t *Teller) { t.tellFunction(name) }})
	}
	kinds = append(kinds, kind{"provider block", 2, (*Teller).tellProviderBlock})
	return weighted(t.dice, kinds)
}

func weighted(dice generate.Dice, kinds []kind) kind {
	total := 0
	for _, one := range kinds {
		total += one.weight
	}
	roll := dice.IntN(total)
	for _, one := range kinds {
		if roll -= one.weight; roll < 0 {
			return one
		}
	}
	panic("unreachable")
}
