// Package generate makes configurations by chance: those that a practitioner could write and the provider has to take, and wild
// ones that have nothing but the right types.
package generate

import "math/rand/v2"

// Dice is chance that can be repeated: a seed and a case give the same draws.
type Dice struct{ *rand.Rand }

// NewDice makes the dice of one case.
func NewDice(seed, number uint64) Dice {
	return Dice{rand.New(rand.NewPCG(seed, number))}
}

// Chance is true in so many of a hundred draws.
func (d Dice) Chance(percent float64) bool {
	return d.Float64()*100 < percent
}

// Between draws a whole number, both ends included.
func (d Dice) Between(low, high int) int {
	return low + d.IntN(high-low+1)
}

// Pick draws one of a few.
func Pick[T any](d Dice, choices ...T) T {
	return choices[d.IntN(len(choices))]
}
