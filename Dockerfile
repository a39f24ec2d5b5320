# qopt on Debian 12: `docker build -t qopt .`, then `docker run --rm -v "$PWD:/work" qopt qrun devices`.
# What the stages do stands in tools/container/steps.sh, which is tested without a container
# (docs/decisions/tools/container.md).
FROM debian:12 AS build
COPY . /src
WORKDIR /src
# A build folder that is there already, as tools/bare_root_test.sh mounts one; of none, this stage builds.
ARG QOPT_BUILT
RUN ["tools/container/steps.sh", "build", "/image"]

FROM debian:12
COPY --from=build /image /
RUN ["/usr/local/share/qopt/steps.sh", "run"]

# Compiled kernels and what was measured outlive a container here.
ENV HOME=/var/lib/qopt XDG_CACHE_HOME=/var/lib/qopt/cache XDG_DATA_HOME=/var/lib/qopt/data LANG=C.UTF-8
VOLUME /var/lib/qopt
USER 10001:10001
WORKDIR /work
CMD ["qrun", "--help"]
