"""Whoever opened localhost on the machine itself hands out links that others can open."""

import json
import unittest

from playwright.sync_api import expect

from case import WALL, BrowserCase


class AddressTests(BrowserCase):
    def told(self, person, url, reach):
        """Has the server say that it is found there: which networks a machine is in is not the test's."""
        answer = json.dumps({"url": url, "reach": reach})
        person.page.route("**/api/v1/address?*", lambda route: route.fulfill(body=answer, content_type="application/json"))

    def test_links_and_the_stage_name_an_address_for_others(self):
        host = self.person()
        self.told(host, "http://192.0.2.7:8080", "network")
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        code = host.create_room()
        with host.page.expect_response("**/api/v1/address?*"):
            pass
        host.press("Copy the link")
        expect(host.page.get_by_text("Link copied")).to_be_visible()
        self.assertEqual(host.page.evaluate("navigator.clipboard.readText()"), f"http://192.0.2.7:8080/room/{code}")
        wall = self.person(viewport=WALL)
        self.told(wall, "http://192.0.2.7:8080", "network")
        wall.visit(f"/stage/{code}")
        expect(wall.page.get_by_text("192.0.2.7:8080", exact=True)).to_be_visible()
        self.look_at(wall, "stage-address")

    def test_a_link_that_leads_to_this_machine_only_says_so(self):
        host = self.person()
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.told(host, self.server.url, "local")
        with host.page.expect_response("**/api/v1/address?*"):
            host.create_room()
        host.press("Copy the link")
        expect(host.page.get_by_text("Copied. The link opens on this machine only")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
