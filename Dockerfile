# Sitehand with the locked versions. How to run it: docs/deploy.md.
FROM python:3.13-slim

WORKDIR /opt/sitehand
COPY locks/install.txt locks/
RUN pip install --no-cache-dir --require-hashes --requirement locks/install.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip install --no-cache-dir --no-index --no-deps --no-build-isolation . \
    && useradd --system --no-create-home sitehand \
    && install -d -o sitehand -g sitehand -m 700 /data

USER sitehand
WORKDIR /data
VOLUME /data
ENV SITEHAND_DATA=/data SITEHAND_HOST=0.0.0.0 SITEHAND_PORT=8000
EXPOSE 8000
HEALTHCHECK --start-period=10s CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:$SITEHAND_PORT/healthz', timeout=5)"
ENTRYPOINT ["sitehand"]
CMD ["serve"]
