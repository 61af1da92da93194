package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pkg/errors"
)

// folder is an object store with a file for each object; there is one bucket.
type folder string

func (f folder) path(key string) string { return filepath.Join(string(f), key) }

func (f folder) Init(map[string]string) error { return nil }

func (f folder) PutObject(_, key string, body io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(f.path(key)), 0o755); err != nil {
		return err
	}
	content, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	return os.WriteFile(f.path(key), content, 0o644)
}

func (f folder) ObjectExists(_, key string) (bool, error) {
	_, err := os.Stat(f.path(key))
	if os.IsNotExist(err) {
		return false, nil
	}
	return err == nil, err
}

func (f folder) GetObject(_, key string) (io.ReadCloser, error) { return os.Open(f.path(key)) }

func (f folder) ListCommonPrefixes(string, string, string) ([]string, error) {
	return nil, errors.New("a backup lists no prefixes")
}

func (f folder) ListObjects(_, prefix string) ([]string, error) {
	var keys []string
	err := filepath.WalkDir(string(f), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		key, err := filepath.Rel(string(f), path)
		if err == nil && strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
		return err
	})
	return keys, err
}

func (f folder) DeleteObject(_, key string) error { return os.Remove(f.path(key)) }

func (f folder) CreateSignedURL(string, string, time.Duration) (string, error) {
	return "", errors.New("a backup signs no URLs")
}
