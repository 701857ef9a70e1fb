package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Exchange is a request of the provider and its answer.
type Exchange struct {
	Method   string
	Path     string
	Status   int
	Request  map[string]any
	Response map[string]any
}

// Recorder is a server between one provider and the emulator. It writes down everything that changes something, and can spoil
// what comes back.
type Recorder struct {
	BaseURL string

	target   string
	server   *http.Server
	mu       sync.Mutex
	writes   []Exchange
	tooLarge bool
	spoils   bool
}

// StartRecorder starts a recorder before a service.
func StartRecorder(target string) (*Recorder, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &Recorder{BaseURL: "http://" + listener.Addr().String(), target: target}
	r.server = &http.Server{Handler: r, ReadHeaderTimeout: time.Minute}
	go func() { _ = r.server.Serve(listener) }()
	return r, nil
}

// Stop ends it.
func (r *Recorder) Stop() {
	_ = r.server.Close()
}

// Begin forgets what was written down, and spoils nothing any more.
func (r *Recorder) Begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.writes, r.tooLarge, r.spoils = nil, false, false
}

// SpoilAliases makes the alias of every bucket that is made from now on a text that UTF-8 cannot hold.
func (r *Recorder) SpoilAliases() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spoils = true
}

// Writes are the requests so far that changed something at the service.
func (r *Recorder) Writes() []Exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Exchange(nil), r.writes...)
}

// TooLarge says whether the service refused a request for its size.
func (r *Recorder) TooLarge() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tooLarge
}

// Left are the objects that have been made and not deleted, as `path/id`.
func Left(writes []Exchange) map[string]bool {
	left := map[string]bool{}
	for _, one := range writes {
		if id, isText := one.Response["id"].(string); isText && one.Method == http.MethodPost {
			left[one.Path+"/"+id] = true
		}
		if one.Method == http.MethodDelete {
			delete(left, one.Path)
		}
	}
	return left
}

// transport keeps enough connections for one provider, and leaves compression alone.
var transport = &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}

func (r *Recorder) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return
	}
	forwarded, err := http.NewRequestWithContext(request.Context(), request.Method, r.target+request.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		http.Error(writer, err.Error(), http.StatusBadGateway)
		return
	}
	forwarded.Header = request.Header.Clone()
	forwarded.Header.Del("Accept-Encoding")
	response, err := transport.RoundTrip(forwarded)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusBadGateway)
		return
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return
	}
	answer = r.note(request, response.StatusCode, body, answer)
	header := writer.Header()
	for name, values := range response.Header {
		if name != "Content-Length" && name != "Connection" && name != "Keep-Alive" && name != "Transfer-Encoding" {
			header[name] = values
		}
	}
	if len(answer) > 0 {
		header.Set("Content-Length", fmt.Sprint(len(answer)))
	}
	writer.WriteHeader(response.StatusCode)
	_, _ = writer.Write(answer)
}

// note writes an exchange down, and results in the answer that the provider gets.
func (r *Recorder) note(request *http.Request, status int, body, answer []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tooLarge = r.tooLarge || status == http.StatusRequestEntityTooLarge
	if request.Method != http.MethodGet && status < 300 {
		r.writes = append(r.writes, Exchange{
			Method: request.Method, Path: request.URL.EscapedPath(), Status: status, Request: fields(body), Response: fields(answer),
		})
	}
	if r.spoils && status < 300 && strings.HasPrefix(request.URL.Path, "/s3/buckets") {
		return spoilAliases(answer, Left(r.writes))
	}
	return answer
}

// spoilAliases puts a lone surrogate into the alias of those buckets in a list that are named.
func spoilAliases(list []byte, paths map[string]bool) []byte {
	var records []json.RawMessage
	if json.Unmarshal(list, &records) != nil {
		return list
	}
	for i, record := range records {
		id, _ := fields(record)["id"].(string)
		if paths["/s3/buckets/"+id] {
			records[i] = bytes.ReplaceAll(record, []byte(`"alias":"`), []byte(`"alias":"\ud800`))
		}
	}
	// A RawMessage is written as it is, but for blanks.
	spoiled, err := json.Marshal(records)
	if err != nil {
		return list
	}
	return spoiled
}

// fields are those of a JSON object, with numbers as they were written; nothing for anything else.
func fields(text []byte) map[string]any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var object map[string]any
	if decoder.Decode(&object) != nil {
		return nil
	}
	return object
}
