// Package emulatortests starts Coffer's emulator in a container, for tests.
package emulatortests

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

const image = "ghcr.io/coffer/coffer-emulator:0.1.0"

// Emulator is a running container.
type Emulator struct {
	BaseURL, S3Endpoint, Token, ProjectID string
	adminToken                            string
}

// Start runs the container until the test ends. CONTAINER_ENGINE names another engine than docker.
func Start(t *testing.T) *Emulator {
	t.Helper()
	rest, s3 := freePort(t), freePort(t)
	emulator := &Emulator{
		BaseURL:    "http://" + rest,
		S3Endpoint: "http://" + s3,
		Token:      rand.Text(),
		ProjectID:  "project-1",
		adminToken: rand.Text(),
	}
	engine := os.Getenv("CONTAINER_ENGINE")
	if engine == "" {
		engine = "docker"
	}
	// The tokens go through the environment: arguments are in the list of processes.
	command := exec.Command(engine, "run", "--rm",
		"--publish", rest+":4280", "--publish", s3+":4281",
		"--env", "COFFER_EMULATOR_TOKEN", "--env", "COFFER_EMULATOR_ADMIN_TOKEN",
		image, "--json", "--s3-public-url", emulator.S3Endpoint)
	command.Env = append(os.Environ(),
		"COFFER_EMULATOR_TOKEN="+emulator.Token, "COFFER_EMULATOR_ADMIN_TOKEN="+emulator.adminToken)
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	must(t, err)
	must(t, command.Start())
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	})
	// One line says that it is ready. Its URLs are those inside of the container.
	if _, err := bufio.NewReader(output).ReadString('\n'); err != nil {
		t.Fatal("the emulator did not start")
	}
	return emulator
}

// Reset makes the emulator as good as new.
func (e *Emulator) Reset(t *testing.T) {
	t.Helper()
	e.control(t, "/reset", nil)
}

// AddFault has something go wrong on purpose.
func (e *Emulator) AddFault(t *testing.T, fault map[string]any) {
	t.Helper()
	e.control(t, "/faults", fault)
}

// Send sends a request to the REST interface, as the code under test does.
func (e *Emulator) Send(t *testing.T, method, path string, body any) (status int, answer string) {
	t.Helper()
	return send(t, method, e.BaseURL+path, e.Token, body)
}

func (e *Emulator) control(t *testing.T, path string, body any) {
	t.Helper()
	if status, text := send(t, http.MethodPost, e.BaseURL+"/_emulator"+path, e.adminToken, body); status >= 300 {
		t.Fatalf("%s: %d %s", path, status, text)
	}
}

func send(t *testing.T, method, url, token string, body any) (int, string) {
	t.Helper()
	var content io.Reader = http.NoBody
	if body != nil {
		text, err := json.Marshal(body)
		must(t, err)
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, url, content)
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, string(text)
}

// freePort gives an address of this machine: the URL of the S3 endpoint has to be known before the container starts.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	return listener.Addr().String()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
