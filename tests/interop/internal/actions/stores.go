package actions

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sirupsen/logrus"
	"k8s.io/apimachinery/pkg/runtime"
)

// objectStore keeps objects as files, since a plugin process lives shorter than they do. Its
// configuration names the folder, "dir".
type objectStore struct{ dir string }

func newObjectStore(logrus.FieldLogger) (interface{}, error) { return &objectStore{}, nil }

func (s *objectStore) path(bucket, key string) string {
	return filepath.Join(s.dir, url.PathEscape(bucket+"/"+key))
}

func (s *objectStore) keys(bucket, prefix string) ([]string, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, entry := range entries {
		name, err := url.PathUnescape(entry.Name())
		if err != nil {
			return nil, err
		}
		if key, ok := strings.CutPrefix(name, bucket+"/"); ok && strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

func (s *objectStore) Init(config map[string]string) error {
	if s.dir = config["dir"]; s.dir == "" {
		return errors.New("the configuration has no dir")
	}
	return nil
}

func (s *objectStore) PutObject(bucket, key string, body io.Reader) error {
	file, err := os.Create(s.path(bucket, key))
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(file, body)
	return err
}

func (s *objectStore) ObjectExists(bucket, key string) (bool, error) {
	_, err := os.Stat(s.path(bucket, key))
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

func (s *objectStore) GetObject(bucket, key string) (io.ReadCloser, error) {
	return os.Open(s.path(bucket, key))
}

func (s *objectStore) ListCommonPrefixes(bucket, prefix, delimiter string) ([]string, error) {
	keys, err := s.keys(bucket, prefix)
	var prefixes []string
	for _, key := range keys {
		head, _, found := strings.Cut(key[len(prefix):], delimiter)
		common := prefix + head + delimiter
		// The keys come sorted: equal prefixes follow each other.
		if found && (len(prefixes) == 0 || prefixes[len(prefixes)-1] != common) {
			prefixes = append(prefixes, common)
		}
	}
	return prefixes, err
}

func (s *objectStore) ListObjects(bucket, prefix string) ([]string, error) {
	return s.keys(bucket, prefix)
}

func (s *objectStore) DeleteObject(bucket, key string) error { return os.Remove(s.path(bucket, key)) }

func (s *objectStore) CreateSignedURL(bucket, key string, ttl time.Duration) (string, error) {
	return fmt.Sprintf("https://example.io/%s/%s?ttl=%s", bucket, key, ttl), nil
}

// volumeSnapshotter makes its answers out of the questions.
type volumeSnapshotter struct{ region string }

func newVolumeSnapshotter(logrus.FieldLogger) (interface{}, error) { return &volumeSnapshotter{}, nil }

func (v *volumeSnapshotter) Init(config map[string]string) error {
	v.region = config["region"]
	return nil
}

func (v *volumeSnapshotter) CreateVolumeFromSnapshot(snapshot, kind, zone string, iops *int64) (string, error) {
	volume := fmt.Sprintf("volume of %s, %s in %s %s", snapshot, kind, v.region, zone)
	if iops != nil {
		volume += fmt.Sprintf(", %d iops", *iops)
	}
	return volume, nil
}

func (v *volumeSnapshotter) GetVolumeID(item runtime.Unstructured) (string, error) {
	return AskedBy(item)["volume"], nil
}

func (v *volumeSnapshotter) SetVolumeID(item runtime.Unstructured, volume string) (runtime.Unstructured, error) {
	Annotate(item, "volume", volume)
	return item, nil
}

func (v *volumeSnapshotter) GetVolumeInfo(volume, _ string) (string, *int64, error) {
	iops := int64(len(volume))
	return "ssd", &iops, nil
}

func (v *volumeSnapshotter) CreateSnapshot(volume, zone string, tags map[string]string) (string, error) {
	return fmt.Sprintf("snapshot of %s in %s %s, %d tags", volume, v.region, zone, len(tags)), nil
}

func (v *volumeSnapshotter) DeleteSnapshot(snapshot string) error {
	if snapshot == "gone" {
		return errors.New("no such snapshot")
	}
	return nil
}
