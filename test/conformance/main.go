// Command conformance tells a compiled provider thousands of stories by chance, as Terraform core would tell them, and ends
// with 1 if one broke the contract. See README.md.
package main

//go:generate ../../node_modules/.bin/tsx ../../scripts/generate-go-messages.ts

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"coffer.example/conformance/service"
	"coffer.example/conformance/story"
)

// progressEvery is after how many cases a line says how far it is.
const progressEvery = 1000

type options struct {
	provider string
	emulator string
	offline  bool
	seed     uint64
	cases    uint64
	only     int64
	workers  int
	deadline time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.provider, "provider", "", "program of the provider; built from the checkout unless given")
	flag.StringVar(&o.emulator, "emulator", "", "URL of a running emulator with the dialect extended; started from the checkout unless given")
	flag.BoolVar(&o.offline, "offline", false, "the provider needs no service: it works on files, in a folder of each process")
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()%1_000_000_000), "where chance begins")
	flag.Uint64Var(&o.cases, "cases", 1000, "how many cases to tell")
	flag.Int64Var(&o.only, "case", -1, "tell only this case")
	flag.IntVar(&o.workers, "workers", 3, "how many cases to tell at the same time, each in a process of its own")
	flag.DurationVar(&o.deadline, "deadline", 2*time.Minute, "longest time for one call")
	flag.Parse()
	found, err := run(o)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(2)
	case found:
		os.Exit(1)
	}
}

// run tells the cases, and says whether one broke the contract.
func run(o options) (found bool, err error) {
	if o.provider == "" {
		if o.provider, err = build(); err != nil {
			return false, err
		}
	}
	emulator := &service.Emulator{BaseURL: o.emulator}
	if o.offline {
		emulator = nil
	} else if o.emulator == "" {
		checkout, err := checkout()
		if err != nil {
			return false, err
		}
		if emulator, err = service.StartEmulator(checkout); err != nil {
			return false, err
		}
		defer emulator.Stop()
	}
	first, last := uint64(0), o.cases
	if o.only >= 0 {
		first, last, o.workers = uint64(o.only), uint64(o.only)+1, 1
	}
	fmt.Printf("seed %d, cases %d to %d\n", o.seed, first, last-1)
	began := time.Now()
	findings, reached, err := tellAll(o, emulator, first, last)
	report(o, findings, reached)
	fmt.Printf("%d cases in %.0f s: %d findings\n", last-first, time.Since(began).Seconds(), len(findings))
	return len(findings) > 0, err
}

// tellAll tells the cases in several processes of the provider.
func tellAll(o options, emulator *service.Emulator, first, last uint64) ([]story.Finding, map[string]int, error) {
	var (
		next     atomic.Uint64
		mu       sync.Mutex
		findings []story.Finding
		problems []error
		group    sync.WaitGroup
		told     int
	)
	reached := map[string]int{}
	next.Store(first)
	for range o.workers {
		group.Go(func() {
			stages := newStages(o, emulator)
			defer stages.close()
			for number := next.Add(1) - 1; number < last; number = next.Add(1) - 1 {
				found, got, err := story.Tell(o.seed, number, stages.get)
				mu.Lock()
				findings = append(findings, found...)
				for step, count := range got {
					reached[step] += count
				}
				if err != nil {
					problems = append(problems, fmt.Errorf("case %d: %w", number, err))
				}
				told++
				if told%progressEvery == 0 {
					fmt.Fprintf(os.Stderr, "%d cases, %d findings\n", told, len(findings))
				}
				mu.Unlock()
				if err != nil {
					return
				}
				stages.dropBroken()
			}
		})
	}
	group.Wait()
	slices.SortStableFunc(findings, func(a, b story.Finding) int { return int(a.Case) - int(b.Case) })
	return findings, reached, errors.Join(problems...)
}

// report prints the figures, and of findings that are alike the first one, with the way to repeat it.
func report(o options, findings []story.Finding, reached map[string]int) {
	for _, step := range slices.Sorted(maps.Keys(reached)) {
		fmt.Printf("  %7d %s\n", reached[step], step)
	}
	alike := map[string]int{}
	for _, finding := range findings {
		alike[finding.Kind()]++
	}
	for _, finding := range findings {
		count := alike[finding.Kind()]
		if count == 0 {
			continue
		}
		alike[finding.Kind()] = 0
		fmt.Printf("%s\n    %d like it; repeat it: go run . -seed %d -case %d\n", finding, count, o.seed, finding.Case)
	}
}

// stages are the processes of one worker: one for each setting.
type stages struct {
	options  options
	emulator *service.Emulator
	open     map[story.Setting]*story.Stage
}

func newStages(o options, emulator *service.Emulator) *stages {
	return &stages{options: o, emulator: emulator, open: map[story.Setting]*story.Stage{}}
}

func (s *stages) get(setting story.Setting) (*story.Stage, error) {
	if stage := s.open[setting]; stage != nil {
		return stage, nil
	}
	stage, err := story.Open(s.options.provider, s.emulator, setting, s.options.deadline)
	if err == nil {
		s.open[setting] = stage
	}
	return stage, err
}

func (s *stages) dropBroken() {
	for setting, stage := range s.open {
		if stage.Broken() {
			stage.Close()
			delete(s.open, setting)
		}
	}
}

func (s *stages) close() {
	for _, stage := range s.open {
		stage.Close()
	}
}

// build builds the provider of the checkout, and returns the program.
func build() (string, error) {
	folder, err := checkout()
	if err != nil {
		return "", err
	}
	command := exec.Command("npm", "run", "--silent", "build:provider")
	command.Dir, command.Stderr = folder, os.Stderr
	output, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("build:provider: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return lines[len(lines)-1], nil
}

// checkout is the folder of the project, above this one.
func checkout() (string, error) {
	folder, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(folder, "emulator", "main.ts")); missing == nil {
			return folder, nil
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", errors.New("run it within the checkout, or give -provider and -emulator")
		}
		folder = parent
	}
	return "", err
}
