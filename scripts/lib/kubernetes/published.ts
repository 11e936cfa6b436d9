/** Where the schemas of the manifests are published: Go modules, and files in them. */

/** Kubernetes' own kinds, by the file of their group in OpenAPI. */
export const KUBERNETES = {
  module: "k8s.io/kubernetes@v1.35.4",
  folder: "api/openapi-spec/v3",
  kinds: {
    "api__v1_openapi.json": ["PersistentVolumeClaim", "Service", "ServiceAccount"],
    "apis__apps__v1_openapi.json": ["Deployment"],
    "apis__autoscaling__v2_openapi.json": ["HorizontalPodAutoscaler"],
    "apis__networking.k8s.io__v1_openapi.json": ["Ingress", "NetworkPolicy"],
    "apis__policy__v1_openapi.json": ["PodDisruptionBudget"],
  },
};

/** Kinds that others add, each by the file of its definition. */
export const ADDED = [
  {
    module: "github.com/cloudnative-pg/cloudnative-pg@v1.28.0",
    files: ["clusters", "poolers", "scheduledbackups"].map(
      (name) => `config/crd/bases/postgresql.cnpg.io_${name}.yaml`,
    ),
  },
  {
    module: "sigs.k8s.io/gateway-api@v1.5.1",
    files: ["config/crd/standard/gateway.networking.k8s.io_httproutes.yaml"],
  },
  {
    module: "github.com/prometheus-operator/prometheus-operator@v0.85.0",
    files: ["example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml"],
  },
];

export const VERSION = "v1";
