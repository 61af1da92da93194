// Package host drives a real Velero plugin manager by JSON lines: one request a line on stdin, one
// response a line on stdout, Velero's log on stderr. It holds what every Velero since 1.10 has; the
// programs add the kinds that came later.
package host

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
)

// Request is one line of input. Documents are JSON inside a string, so that their bytes are the test's.
type Request struct {
	ID int64  `json:"id"`
	Op string `json:"op"`
	// Manager names one of several plugin managers: Velero runs one per phase of each backup.
	Manager string `json:"manager"`

	Dir             string          `json:"dir"`
	Kind            string          `json:"kind"`
	Name            string          `json:"name"`
	Item            string          `json:"item"`
	ItemFromBackup  string          `json:"item_from_backup"`
	Backup          string          `json:"backup"`
	Restore         string          `json:"restore"`
	OperationID     string          `json:"operation_id"`
	AdditionalItems []Identifier    `json:"additional_items"`
	Method          string          `json:"method"`
	Arguments       json.RawMessage `json:"arguments"`
}

type response struct {
	ID     int64  `json:"id"`
	Result any    `json:"result"`
	Error  *Error `json:"error"`
}

// Error is a failed call as Velero's server sees it: File, Line and Function are what it would log.
type Error struct {
	Message string `json:"message"`
	// Code and Description are the parts of a gRPC status, and empty for other errors.
	Code        string `json:"code"`
	Description string `json:"description"`
	File        string `json:"file"`
	Line        int32  `json:"line"`
	Function    string `json:"function"`
}

func describe(err error) *Error {
	described := &Error{Message: err.Error()}
	// Velero's own error type hides the status that it wraps: only the text is left of it.
	if rest, ok := strings.CutPrefix(err.Error(), "rpc error: code = "); ok {
		described.Code, described.Description, _ = strings.Cut(rest, " desc = ")
	}
	var located interface {
		File() string
		Line() int32
		Function() string
	}
	if errors.As(err, &located) {
		described.File, described.Line, described.Function = located.File(), located.Line(), located.Function()
	}
	return described
}

// serve answers requests until "quit" or the end of input. Each is answered by itself: who wants an
// order waits for the response.
func serve(in io.Reader, out io.Writer, answer func(*Request) (any, error)) error {
	var writing sync.Mutex
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	handle := func(request *Request) {
		reply := response{ID: request.ID}
		result, err := answer(request)
		if err != nil {
			reply.Error = describe(err)
		} else {
			reply.Result = result
		}
		writing.Lock()
		defer writing.Unlock()
		_ = encoder.Encode(reply)
	}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		request := &Request{}
		if err := json.Unmarshal(line, request); err != nil {
			return err
		}
		if request.Op == "quit" {
			return nil
		}
		go handle(request)
	}
}
