# The bot in a container: docs/hosting/container.md. Data is below /data; nothing else is written but /tmp.
#
# The tag gets the security updates of Python and Debian with every build that uses --pull. For a build that can be
# repeated exactly, name a digest: --build-arg PYTHON_IMAGE=python@sha256:…
ARG PYTHON_IMAGE=python:3.11-slim-bookworm

FROM ${PYTHON_IMAGE} AS build
WORKDIR /opt/kurultai
# The packages of requirements/run.txt, prometheus-client for KURULTAI_METRICS_ADDRESS and psycopg for a PostgreSQL
# database. Nothing is compiled.
COPY requirements/image.txt requirements/
RUN python3 -m venv --without-pip .venv && \
    python3 -m pip --python .venv/bin/python install --no-cache-dir --disable-pip-version-check --only-binary=:all: \
        --require-hashes --requirement requirements/image.txt
COPY bot bot
COPY engines engines
COPY lessons lessons
COPY players players
COPY render render
# The running bot cannot write compiled modules.
RUN .venv/bin/python -m compileall -q bot engines lessons players render

FROM ${PYTHON_IMAGE}
# For names in Arabic, Hebrew, Devanagari and Thai.
RUN apt-get update && \
    apt-get install --yes --no-install-recommends libfribidi0 && \
    rm -rf /var/lib/apt/lists/*
RUN install --directory --owner=10001 --group=10001 --mode=700 /data
WORKDIR /opt/kurultai
COPY LICENSE ./
COPY --from=build /opt/kurultai /opt/kurultai
ENV PATH=/opt/kurultai/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    KURULTAI_DATABASE=/data/kurultai.sqlite3
VOLUME /data
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot"]
