"""What watches over a server: its figures, the alert rules and the dashboard."""

import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import pages
from claims import runs
from machine import PROGRAM, ReaderTest
from server_process import free_port

FOLDER = pages.ROOT / "deploy/monitoring"


# Of three machines: the one that decides hears two, then itself alone, then it is the only one there is; and one without a bus.
RULE_TESTS = """
rule_files: [alerts.yml]
evaluation_interval: 30s
tests:
  - interval: 30s
    input_series:
      - { series: 'tilerace_hub{job="tilerace",instance="a"}', values: "1x40" }
      - { series: 'tilerace_hub{job="tilerace",instance="b"}', values: "0x20 stale" }
      - { series: 'tilerace_hub{job="tilerace",instance="c"}', values: "0x20 stale" }
      - { series: 'tilerace_nodes_linked{job="tilerace",instance="a"}', values: "3x10 1x29" }
      - { series: 'tilerace_nodes_linked{job="tilerace",instance="b"}', values: "0x20 stale" }
      - { series: 'tilerace_hub{job="alone",instance="d"}', values: "1x40" }
      - { series: 'tilerace_nodes_linked{job="alone",instance="d"}', values: "0x40" }
    alert_rule_test:
      - { eval_time: 5m, alertname: TileraceHubAlone, exp_alerts: [] }
      - eval_time: 8m
        alertname: TileraceHubAlone
        exp_alerts:
          - exp_labels: { severity: critical, job: tilerace }
            exp_annotations:
              summary: The machine of Tilerace that decides hears only 1 of all, itself among them
              description: %s
      - { eval_time: 15m, alertname: TileraceHubAlone, exp_alerts: [] }
"""


class AlertRules(unittest.TestCase):
    def test_a_machine_that_decides_and_is_not_heard_by_others_raises_an_alarm(self):
        rules = (FOLDER / "alerts.yml").read_text()
        description = re.search(r"alert: TileraceHubAlone$.*?description: (.*?)$", rules, re.MULTILINE | re.DOTALL)[1]
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "alerts.yml").write_text(rules)
            tests = Path(folder) / "tests.yml"
            tests.write_text(RULE_TESTS % description)
            done = subprocess.run(["promtool", "test", "rules", tests], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Monitoring(ReaderTest):
    @runs("docs/monitoring.md", "rule_files: [alerts.yml]")
    def test_rules_and_dashboard_ask_for_figures_that_there_are(self, block):
        figures = free_port()
        port, interrupt = self.serve(f"{PROGRAM} serve --metrics-address 127.0.0.1:{figures} --port {free_port()}")
        head, body = self.fetch("/metrics", figures)
        self.assertTrue(self.fetch("/metrics", port)[0].startswith("HTTP/1.1 404"))
        interrupt()
        self.assertIn("localhost:9464", block.text)
        body = body.decode()
        self.assertTrue(head.startswith("HTTP/1.1 200"), head)
        known = set(re.findall(r"^(tilerace_\w+)", body, re.MULTILINE))
        labels = {f'{name}{{{label}="{value}"' for name, label, value in re.findall(r'^(tilerace_\w+)\{(\w+)="([^"]+)"', body, re.MULTILINE)}
        dashboard = json.loads((FOLDER / "dashboard.json").read_text())
        asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
        rules = (FOLDER / "alerts.yml").read_text()
        asked += re.findall(r"^ +expr: (.*)$", rules, re.MULTILINE)
        self.assertGreater(len(asked), 25)
        for expression in asked:
            names = re.findall(r"\btilerace_\w+", expression)
            self.assertTrue(names or "up{" in expression, expression)
            self.assertLessEqual(set(names), known, expression)
            # A label's value that no figure has would never be true.
            for name, label, value in re.findall(r'(tilerace_\w+)\{(reason|status|outcome)="(\w+)"\}', expression):
                self.assertIn(f'{name}{{{label}="{value}"', labels)
        # Every figure is on the dashboard, but for the parts of a histogram that Prometheus makes itself.
        shown = set(re.findall(r"\btilerace_\w+", " ".join(asked)))
        missing = {name for name in known if name not in shown and not name.endswith(("_sum", "_count", "_bucket"))}
        self.assertEqual(missing, set())
        self.assertIn('job="tilerace"', rules)
        self.assertIn("job_name: tilerace", block.text)
        # The page advises no other bound than the rule has.
        slow = re.search(r"tilerace_commit_seconds_bucket\[5m\]\)\)\) (> [0-9.]+)", rules)[1]
        self.assertIn(f"tilerace_commit_seconds_bucket[5m])) {slow}`", (pages.ROOT / "docs/monitoring.md").read_text())
        promtool = shutil.which("promtool")
        self.assertIsNotNone(promtool, "promtool is missing: install Debian's package prometheus, as ./test does")
        subprocess.run([promtool, "check", "rules", FOLDER / "alerts.yml"], check=True, capture_output=True)
        subprocess.run([promtool, "check", "metrics"], input=body.encode(), check=True, capture_output=True)
        settings = self.repository / "prometheus.yml"
        settings.write_text(block.text)
        shutil.copy(FOLDER / "alerts.yml", self.repository)
        subprocess.run([promtool, "check", "config", settings], check=True, capture_output=True)
