// Package service is the other end of the provider: the emulator, and a recorder between both that sees every request, so that
// what was sent can be compared with what was configured.
package service

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Emulator is a running emulator, with the dialect that can list, update and delete pull secrets.
type Emulator struct {
	BaseURL string `json:"baseUrl"`
	command *exec.Cmd
}

// StartEmulator starts the emulator of the checkout on free ports.
func StartEmulator(checkout string) (*Emulator, error) {
	command := exec.Command("npm", "run", "--silent", "emulator", "--", "--json", "--port", "0", "--s3-port", "0", "--dialect", "extended")
	command.Dir = checkout
	command.Stderr = os.Stderr
	// npm does not hand a signal on to what it runs: both are of one group.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	emulator := &Emulator{command: command}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, emulator)
	}
	if err != nil {
		emulator.Stop()
		return nil, fmt.Errorf("the emulator does not start: %w", err)
	}
	return emulator, nil
}

// Stop ends an emulator that StartEmulator started.
func (e *Emulator) Stop() {
	if e.command == nil {
		return
	}
	_ = syscall.Kill(-e.command.Process.Pid, syscall.SIGTERM)
	_ = e.command.Wait()
}

// Project is one at the service, with a token of its own.
type Project struct {
	Token string `json:"token"`
	ID    string `json:"projectId"`

	baseURL string
}

// NewProject makes a project.
func (e *Emulator) NewProject() (*Project, error) {
	project := &Project{baseURL: e.BaseURL}
	return project, project.send(http.MethodPost, "/_emulator/projects", nil, project)
}

// Make makes an object past the provider, and returns its record.
func (p *Project) Make(path string, fields map[string]any) (map[string]any, error) {
	fields["project_id"] = p.ID
	record := map[string]any{}
	return record, p.send(http.MethodPost, path, fields, &record)
}

// Delete deletes an object past the provider. One that is gone is no error.
func (p *Project) Delete(path string) error {
	return p.send(http.MethodDelete, path, nil, nil)
}

// Find looks an object of a collection up by its id, past the provider.
func (p *Project) Find(path, id string) (map[string]any, error) {
	var records []map[string]any
	if err := p.send(http.MethodGet, path, nil, &records); err != nil {
		return nil, err
	}
	for _, record := range records {
		if record["id"] == id {
			return record, nil
		}
	}
	return nil, fmt.Errorf("%s has no %s", path, id)
}

// Holds asks the emulator whether it keeps exactly these bytes as the value of a secret.
func (p *Project) Holds(id string, value []byte) (bool, error) {
	return p.matches("/_emulator/secrets/"+id, map[string]any{"value": map[string]any{"base64": value}})
}

// HoldsLogin asks the emulator whether a pull secret is exactly as given.
func (p *Project) HoldsLogin(id, server, username, password string) (bool, error) {
	return p.matches("/_emulator/secrets/pull/"+id, map[string]any{"server": server, "username": username, "password": password})
}

func (p *Project) matches(path string, guess map[string]any) (bool, error) {
	var answer struct {
		Matches bool `json:"matches"`
	}
	err := p.send(http.MethodPost, path+"/matches", guess, &answer)
	return answer.Matches, err
}

var direct = &http.Client{Timeout: time.Minute}

func (p *Project) send(method, path string, body, into any) error {
	var payload io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		payload = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, p.baseURL+path, payload)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if p.Token != "" {
		request.Header.Set("Authorization", "Bearer "+p.Token)
	}
	response, err := direct.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 && !(method == http.MethodDelete && response.StatusCode == http.StatusNotFound) {
		return fmt.Errorf("%s %s: %s %s", method, path, response.Status, text)
	}
	if into == nil {
		return nil
	}
	// A quota has more digits than a float64.
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(into)
}
