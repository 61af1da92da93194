package main

import (
	"context"

	"github.com/sirupsen/logrus"
	"github.com/vmware-tanzu/velero/pkg/discovery"
	"github.com/vmware-tanzu/velero/pkg/test"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	discoveryfake "k8s.io/client-go/discovery/fake"
	"k8s.io/client-go/dynamic"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	kubefake "k8s.io/client-go/kubernetes/fake"
)

// resource is one that the API server serves.
type resource struct {
	Group, Version, Plural, Singular, Kind string
	Namespaced                             bool
	ShortNames                             []string
}

func (r *resource) gvr() schema.GroupVersionResource {
	return schema.GroupVersionResource{Group: r.Group, Version: r.Version, Resource: r.Plural}
}

// cluster is a fake of the API machinery that holds objects.
type cluster struct {
	discovery  discovery.Helper
	dynamic    dynamic.Interface
	namespaces []runtime.Object
}

func newCluster(resources []resource, objects []*unstructured.Unstructured, log logrus.FieldLogger) (*cluster, error) {
	listKinds := map[schema.GroupVersionResource]string{}
	byKind := map[schema.GroupVersionKind]resource{}
	for _, r := range resources {
		listKinds[r.gvr()] = r.Kind + "List"
		byKind[r.gvr().GroupVersion().WithKind(r.Kind)] = r
	}
	c := &cluster{dynamic: dynamicfake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(), listKinds)}
	names := map[string]map[string]string{}
	for _, object := range objects {
		r := byKind[object.GroupVersionKind()]
		client := c.dynamic.Resource(r.gvr()).Namespace(object.GetNamespace())
		if _, err := client.Create(context.Background(), object, metav1.CreateOptions{}); err != nil {
			return nil, err
		}
		if r.Plural == "namespaces" {
			names[object.GetName()] = object.GetLabels()
		} else if _, ok := names[object.GetNamespace()]; !ok && object.GetNamespace() != "" {
			names[object.GetNamespace()] = nil
		}
	}
	for name, labels := range names {
		c.namespaces = append(c.namespaces, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}})
	}
	var err error
	c.discovery, err = discovery.NewHelper(newDiscovery(resources), log)
	return c, err
}

func newDiscovery(resources []resource) *test.DiscoveryClient {
	client := &test.DiscoveryClient{
		FakeDiscovery: kubefake.NewSimpleClientset().Discovery().(*discoveryfake.FakeDiscovery),
	}
	lists := map[string]*metav1.APIResourceList{}
	for _, r := range resources {
		version := r.gvr().GroupVersion().String()
		if lists[version] == nil {
			lists[version] = &metav1.APIResourceList{GroupVersion: version}
			client.Resources = append(client.Resources, lists[version])
		}
		lists[version].APIResources = append(lists[version].APIResources, metav1.APIResource{
			Name: r.Plural, SingularName: r.Singular, Kind: r.Kind, Namespaced: r.Namespaced,
			Group: r.Group, Version: r.Version, ShortNames: r.ShortNames,
			Verbs: metav1.Verbs{"list", "create", "get", "delete"},
		})
	}
	return client
}
