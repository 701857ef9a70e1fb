package client

import "sync"

// Log collects what a process writes to standard error.
type Log struct {
	mu   sync.Mutex
	text []byte
}

func (l *Log) Write(piece []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, piece...)
	return len(piece), nil
}

// Take returns what has come since it was called last.
func (l *Log) Take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := string(l.text)
	l.text = nil
	return text
}
